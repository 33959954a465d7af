/// A text of one or more lines, with the styles of its parts. A line feed separates lines.
package struct StyledText: Hashable, Sendable {
  /// The styles that every form of timed text supports.
  package struct Style: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let italic = Style(rawValue: 2)
    package static let underline = Style(rawValue: 4)
  }

  /// A part of the text that has one style and one look.
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

  /// The parts of the text. None is empty, and no two neighbours have the same style and look.
  package private(set) var spans: [Span] = []
  /// The styles in the source that this type cannot hold.
  package var lost: Set<LostStyle> = []
  /// The properties of a WebVTT cue that only WebVTT can hold.
  package var cue = WebVTTCue()
  /// The placement, if it comes from a form other than WebVTT.
  var ownPlacement = TextPlacement()

  package init() {}

  /// Reads a source that should be UTF-8. Invalid bytes are replaced, and the replacement is recorded in `lost`.
  ///
  /// - Parameter text: a closure that reads the text of a form.
  init(decoding bytes: [UInt8], by text: (String) -> StyledText) {
    let source = String(validating: bytes, as: UTF8.self)
    self = text(source ?? String(decoding: bytes, as: UTF8.self))
    if source == nil { lost.insert(.characters) }
  }

  /// The placement of the text.
  package var placement: TextPlacement { cue.settings.isEmpty ? ownPlacement : TextPlacement(settings: cue.settings) }

  package init(_ spans: [Span]) {
    for span in spans { append(span.text, span.style, span.look) }
  }

  /// Creates a text from texts that are shown together. Each begins on a new line.
  package init(lines texts: [StyledText]) {
    for text in texts { appendLines(of: text) }
  }

  package var text: String { spans.map(\.text).joined() }

  /// A Boolean value that says whether nothing is visible.
  package var isEmpty: Bool { spans.allSatisfy { $0.text.allSatisfy(\.isNewline) } }

  /// Adds text with line ends of any kind. Zero characters are left out, since they end a text in some forms.
  package mutating func append(_ text: String, _ style: Style = [], _ look: TextLook = TextLook()) {
    let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\0", with: "")
    guard !text.isEmpty else { return }
    if let last = spans.last, last.style == style, last.look == look {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(text, style, look))
    }
  }

  /// Adds another text on new lines. The properties of the other text's cue are lost.
  package mutating func appendLines(of other: StyledText) {
    if !spans.isEmpty, !other.spans.isEmpty { append("\n", spans.last?.style ?? []) }
    for span in other.spans { append(span.text, span.style, span.look) }
    if ownPlacement == TextPlacement() { ownPlacement = other.ownPlacement }
    lost.formUnion(other.lost.union(other.cue.styles))
  }

  /// The text without looks, for the forms that are written without them.
  var withoutLooks: StyledText { StyledText(spans.map { Span($0.text, $0.style) }) }

  /// The text without looks and without empty lines, since an empty line ends a text in SubRip and WebVTT. Empty lines
  /// at the start and the end are removed. Other empty lines get a no-break space.
  package var withoutEmptyLines: StyledText {
    var result = StyledText()
    result.lost = lost
    var isInLine = false
    // The number of line ends that are still to be added, and the style of the first of them.
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

/// Styles of some forms of timed text that other forms cannot hold.
package enum LostStyle: String, Hashable, Sendable, CaseIterable {
  case color, font, position, strikethrough, voice, ruby, highlight, link, effect, drawing, styleSheet, identifier
  /// A part of the text itself: invalid bytes, or the end of a text that is too long.
  case characters
}
