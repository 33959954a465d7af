import TestSupport
import Testing

@testable import TimedText

/// Texts of each form, read and written.
struct MarkupTests {
  typealias Span = StyledText.Span

  private static let red = TextColor(red: 255, green: 0, blue: 0)
  private static let yellowOnBlue = TextLook(
    color: TextColor(red: 255, green: 255, blue: 0), background: TextColor(red: 0, green: 0, blue: 255))

  @Test(arguments: [
    ("plain", [Span("plain")]),
    ("<b>A</b> and <I>b</I>", [Span("A", .bold), Span(" and "), Span("b", .italic)]),
    ("<b><i>x</i>y</b>", [Span("x", [.bold, .italic]), Span("y", .bold)]),
    ("one\r\ntwo\rthree", [Span("one\ntwo\nthree")]),
    ("1 < 2 and <3", [Span("1 < 2 and <3")]), ("a <nothing> b", [Span("a <nothing> b")]),
    ("<font color=\"red\">r</font>", [Span("r", [], TextLook(color: Self.red))]),
    ("{\\an8\\i1}up{\\i0}{set}", [Span("up", .italic), Span("{set}")]),
    ("<u>open", [Span("open", .underline)]), ("", []),
  ])
  func `SubRip's tags`(source: String, spans: [StyledText.Span]) {
    #expect(SubRipMarkup.text(of: source).spans == spans)
  }

  @Test(arguments: [
    ("<c.yellow.bg_blue>a</c> &amp; <b>b</b>", [Span("a", [], Self.yellowOnBlue), Span(" & "), Span("b", .bold)]),
    ("<v Fred>Hi</v> <00:00:01.000><i>there</i>", [Span("Hi "), Span("there", .italic)]),
    ("&#65;&#x42;&unknown;&", [Span("AB&unknown;&")]), ("<ruby>kan<rt>kana</rt></ruby>", [Span("kankana")]),
  ])
  func `WebVTT's tags`(source: String, spans: [StyledText.Span]) {
    #expect(WebVTTMarkup.text(of: source).spans == spans)
  }

  @Test(arguments: [
    ("0,0,Default,,0,0,0,,Hello, {\\b1}you{\\b0}\\Nthere", [Span("Hello, "), Span("you", .bold), Span("\nthere")]),
    ("1,0,Sign,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}text", [Span("text")]), ("too, few", []),
    ("1,0,D,,0,0,0,,\\{a\\}{\\b1}b", [Span("{a}"), Span("b", .bold)]),
    ("1,0,D,,0,0,0,,back\\slash {\\i1\\blur2}i{\\r}n", [Span("back\\slash "), Span("i", .italic), Span("n")]),
  ])
  func `SubStation's events`(source: String, spans: [StyledText.Span]) {
    #expect(SubStationMarkup.text(of: source).spans == spans)
  }

  @Test func `what is not kept is told`() {
    #expect(
      SubRipMarkup.text(of: "<font color='red' face='x'>a</font>{\\an8}<s>b</s>").lost == [
        .color, .font, .position, .strikethrough,
      ])
    #expect(
      WebVTTMarkup.text(of: "<v A>x</v><c.a>y</c><00:01.000>z<ruby>r</ruby>").lost == [
        .voice, .styleSheet, .highlight, .ruby,
      ])
    #expect(
      SubStationMarkup.text(of: "0,0,D,,0,0,0,,{\\k10\\fad(1,2)\\c&HFF&\\fnArial\\pos(1,2)}a").lost == [
        .styleSheet, .highlight, .effect, .color, .font, .position,
      ])
  }

  /// A text with everything that all forms have.
  private static let text = StyledText([
    Span("First "), Span("bold", .bold), Span("\n& <second> "), Span("both", [.bold, .italic]), Span(" \u{1F600} "),
    Span("under", .underline),
  ])

  @Test func `texts come back from every form that is written`() throws {
    let description = TimedTextDescription(width: 640, height: 360, isForced: false)
    for form in [TextForm.timedText(description), .webVTT] {
      #expect(form.text(of: try #require(form.sample(of: Self.text))) == Self.text)
    }
    #expect(WebVTTMarkup.source(of: Self.text).contains("&amp; &lt;second&gt; <b><i>both</i></b>"))
    #expect(SubRipMarkup.source(of: Self.text).hasPrefix("First <b>bold</b>\n& <second>"))
    #expect(SubRipMarkup.text(of: SubRipMarkup.source(of: Self.text)) == Self.text)
  }

  @Test func `empty lines do not end a text`() {
    let text = StyledText([Span("\n\na\n\nb\n")])
    #expect(SubRipMarkup.source(of: text) == "a\n\u{A0}\nb")
    #expect(StyledText([Span("\n")]).isEmpty)
  }

  @Test(arguments: [TextForm.webVTT, .subRip, .subStation])
  func `bytes that are no UTF-8 are a loss`(form: TextForm) {
    let head = form == .subStation ? "0,0,Default,,0,0,0,," : ""
    let text = form.text(of: Array("\(head)Caf".utf8) + [0xE9])
    #expect(text.text == "Caf\u{FFFD}")
    #expect(text.lost.contains(.characters))
    #expect(!form.text(of: Array("\(head)Café".utf8)).lost.contains(.characters))
  }

  @Test func `hostile samples are some text`() {
    let description = TimedTextDescription(width: 640, height: 360, isForced: true)
    var random = SeededGenerator(seed: 7)
    let forms: [TextForm] = [.timedText(description), .quickTime, .boxedWebVTT, .webVTT, .subRip, .subStation]
    let signs = Array("<>{}&;\\,/bi#x0\n".utf8)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random) ?? 0
      }
      for form in forms {
        let text = form.text(of: bytes)
        #expect(text.spans.allSatisfy { !$0.text.isEmpty })
      }
    }
  }
}
