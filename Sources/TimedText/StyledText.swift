/// A text of one or more lines, and how parts of it are set. Lines end with a line feed.
package struct StyledText: Hashable, Sendable {
  /// What every form of timed text can say.
  package struct Style: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let italic = Style(rawValue: 2)
    package static let underline = Style(rawValue: 4)
  }

  /// A part that is set alike.
  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
    package var look: TextLook

    package init(_ text: String, _ style: Style = [], _ look: TextLook = TextLook()) {
      self.text = text
      self.style = style
      self.look = look
    }
  }

  /// None is empty, and no two neighbours are of one style and look.
  package private(set) var spans: [Span] = []
  /// The styles that its form said besides, which other forms do not keep.
  package var lost: Set<LostStyle> = []
  /// Of one cue of WebVTT, what only WebVTT has a place for.
  package var cue = WebVTTCue()
  /// Where it stands, as forms other than WebVTT say it.
  var ownPlacement = TextPlacement()

  package init() {}

  /// Where it stands.
  package var placement: TextPlacement { cue.settings.isEmpty ? ownPlacement : TextPlacement(settings: cue.settings) }

  package init(_ spans: [Span]) {
    for span in spans { append(span.text, span.style, span.look) }
  }

  /// Texts that are shown together, each on lines of its own.
  package init(lines texts: [StyledText]) {
    for text in texts { appendLines(of: text) }
  }

  package var text: String { spans.map(\.text).joined() }

  /// Whether nothing is to be seen.
  package var isEmpty: Bool { spans.allSatisfy { $0.text.allSatisfy(\.isNewline) } }

  /// Adds text with line ends of any kind; zero characters, which end texts elsewhere, are left out.
  package mutating func append(_ text: String, _ style: Style = [], _ look: TextLook = TextLook()) {
    let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\0", with: "")
    guard !text.isEmpty else { return }
    if let last = spans.last, last.style == style, last.look == look {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(text, style, look))
    }
  }

  /// Adds another text on lines of its own. What makes it a cue of its own is lost.
  package mutating func appendLines(of other: StyledText) {
    if !spans.isEmpty, !other.spans.isEmpty { append("\n", spans.last?.style ?? []) }
    for span in other.spans { append(span.text, span.style, span.look) }
    if ownPlacement == TextPlacement() { ownPlacement = other.ownPlacement }
    lost.formUnion(other.lost.union(other.cue.styles))
  }

  /// Without the looks that forms are not written with.
  var withoutLooks: StyledText { StyledText(spans.map { Span($0.text, $0.style) }) }

  /// Without looks, without empty lines at the start and the end, and with a space that does not break in those between: an empty line
  /// ends a text in SubRip and WebVTT.
  package var withoutEmptyLines: StyledText {
    var result = StyledText()
    result.lost = lost
    var isInLine = false
    // Line ends that text may follow, with the style in which the first of them stands.
    var (lineEnds, lineEndStyle): (Int, Style) = (0, [])
    for span in spans {
      for (index, line) in span.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0, isInLine || lineEnds > 0 {
          if lineEnds == 0 { lineEndStyle = span.style }
          (lineEnds, isInLine) = (lineEnds + 1, false)
        }
        guard !line.isEmpty else { continue }
        if lineEnds > 0 {
          result.append("\n" + String(repeating: "\u{A0}\n", count: lineEnds - 1), lineEndStyle)
          lineEnds = 0
        }
        result.append(String(line), span.style)
        isInLine = true
      }
    }
    return result
  }
}

/// What forms of timed text say of a text and others have no place for.
package enum LostStyle: String, Hashable, Sendable, CaseIterable {
  case color, font, position, strikethrough, voice, ruby, highlight, link, effect, drawing, styleSheet, identifier
}
