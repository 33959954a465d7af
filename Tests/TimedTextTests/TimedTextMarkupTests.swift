import MovieFile
import Testing

@testable import TimedText

/// 3GPP's timed text and WebVTT in movies: boxes of samples and of sample entries.
struct TimedTextMarkupTests {
  private let description = TimedTextDescription(width: 640, height: 360, isForced: false)

  private func sample(_ text: String, _ boxes: (inout ByteWriter) -> Void = { _ in }) -> [UInt8] {
    var writer = ByteWriter()
    writer.u16(UInt16(text.utf8.count))
    writer.append(Array(text.utf8))
    boxes(&writer)
    return writer.bytes
  }

  private func styles(_ records: [(UInt16, UInt16, UInt8, UInt32)]) -> (inout ByteWriter) -> Void {
    { writer in
      writer.box("styl") { box in
        box.u16(UInt16(records.count))
        for (first, end, face, color) in records {
          box.u16(first)
          box.u16(end)
          box.u16(1)
          box.u8(face)
          box.u8(20)
          box.u32(color)
        }
      }
    }
  }

  @Test func `styles count characters, and those that overlap or are beyond the end say nothing`() {
    let bytes = sample("\u{1F600}bold tail", styles([(1, 5, 1, 0xFFFF_FFFF), (3, 7, 2, 0xFFFF_FFFF), (60, 90, 4, 0)]))
    let text = TextForm.timedText(description).text(of: bytes)
    #expect(text.spans == [.init("\u{1F600}"), .init("bold", .bold), .init(" t", .italic), .init("ail")])
    #expect(text.lost == [.color])
  }

  @Test func `QuickTime's own styles last until the next`() {
    let bytes = sample("one two") { writer in
      writer.box("styl") { box in
        box.u16(2)
        for (first, face) in [(UInt32(0), UInt8(0)), (4, 3)] {
          box.u32(first)
          box.zeros(6)
          box.u8(face)
          box.zeros(9)
        }
      }
    }
    #expect(TextForm.quickTime.text(of: bytes).spans == [.init("one "), .init("two", [.bold, .italic])])
    let other = sample("one two", styles([(4, 7, 1, 0xFFFF_FFFF)]))
    #expect(TextForm.quickTime.text(of: other).spans == [.init("one "), .init("two", .bold)])
  }

  @Test func `boxes without a partner elsewhere are told`() {
    let bytes = sample("a") { writer in
      writer.box("tbox") { $0.u64(0) }
      writer.box("krok") { $0.u32(0) }
      writer.box("href") { $0.u32(0) }
    }
    #expect(TextForm.timedText(description).text(of: bytes).lost == [.position, .highlight, .link])
  }

  @Test func `a sample entry comes back`() throws {
    var forced = TimedTextDescription(width: 1920, height: 1080, isForced: true)
    forced.style.face = .italic
    guard case .other(let payload) = forced.entry.fields else { return #expect(Bool(false)) }
    #expect(TimedTextDescription(payload) == forced)
    #expect(forced.displayFlags == TimedTextDescription.forcedFlags)
    for count in 0..<28 { #expect(TimedTextDescription(Array(payload.prefix(count))) == nil) }
    // Text of the entry's own style has none in its sample.
    #expect(TextForm.timedText(forced).text(of: sample("a")).spans == [.init("a", .italic)])
    #expect(TextForm.timedText(forced).sample(of: StyledText([.init("a", .italic)])) == sample("a"))
  }

  @Test func `the colour of all samples is lost as that of one is`() {
    var yellow = description
    yellow.style.color = 0xFFFF_00FF
    #expect(TextForm.timedText(yellow).text(of: sample("a")).lost == [.color])
    #expect(TextForm.timedText(yellow).text(of: sample("")).lost == [])
    #expect(TextForm.timedText(description).text(of: sample("a")).lost == [])
  }

  @Test func `a text that is too long is cut between characters`() throws {
    let long = String(repeating: "\u{20AC}", count: 30_000)
    let bytes = try #require(TextForm.timedText(description).sample(of: StyledText([.init(long)])))
    #expect(TextSample(bytes).text.count == 21_845)
    #expect(TextForm.timedText(description).cuts(StyledText([.init(long)])))
    #expect(!TextForm.timedText(description).cuts(StyledText([.init(String(repeating: "a", count: 65_535))])))
    #expect(!TextForm.subRip.cuts(StyledText([.init(long)])))
  }

  @Test func `cues of WebVTT that are shown together`() {
    var writer = ByteWriter()
    for text in ["<b>One</b>", "two &lt;"] {
      writer.box("vttc") { cue in
        // The end of a line would end it in a file of WebVTT, too.
        cue.box("iden") { $0.append(Array("n\nm".utf8)) }
        cue.box("sttg") { $0.append(Array("line:0".utf8)) }
        cue.box("payl") { $0.append(Array(text.utf8)) }
      }
    }
    let text = TextForm.boxedWebVTT.text(of: writer.bytes)
    #expect(text.spans == [.init("One\n", .bold), .init("two <")])
    #expect(text.lost == [.position, .identifier])
    let cues = TextForm.boxedWebVTT.texts(of: writer.bytes)
    #expect(cues.map(\.text) == ["One", "two <"])
    #expect(cues.allSatisfy { $0.cue == WebVTTCue(identifier: "n", settings: "line:0") && $0.lost == [] })
    var empty = ByteWriter()
    empty.box("vtte") { _ in }
    #expect(TextForm.boxedWebVTT.text(of: empty.bytes).isEmpty)
  }
}
