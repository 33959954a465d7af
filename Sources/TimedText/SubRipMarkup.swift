/// The text of SubRip and of Matroska's `S_TEXT/UTF8`. It contains tags like those of HTML, which no document
/// specifies, and often commands of SubStation.
package enum SubRipMarkup {
  package static func text(of source: String) -> StyledText {
    var text = StyledText()
    var setting = TextSetting()
    var scanner = MarkupScanner(source)
    while !scanner.isAtEnd {
      text.append(scanner.text(before: "<", "{"), setting)
      if let tag = scanner.mark(from: "<", to: ">") {
        if !apply(tag, to: &setting, &text.lost) { text.append("<\(tag)>", setting) }
      } else if let block = scanner.mark(from: "{", to: "}") {
        guard block.hasPrefix("\\") else {
          text.append("{\(block)}", setting)
          continue
        }
        SubStationMarkup.apply(block, to: &setting, in: &text)
      } else {
        text.append(scanner.character(), setting)
      }
    }
    return text
  }

  /// - Returns: A Boolean value that says whether the text between the signs is a tag, and not plain text.
  private static func apply(_ tag: String, to setting: inout TextSetting, _ lost: inout Set<LostStyle>) -> Bool {
    let name = tag.lowercased()
    if let change = StyleTag(name) {
      change.apply(to: &setting.style)
    } else if ["s", "strike"].contains(name) {
      lost.insert(.strikethrough)
    } else if name.hasPrefix("font ") {
      if name.contains("color") { lost.insert(.color) }
      if name.contains("face") || name.contains("size") { lost.insert(.font) }
      setting.begin { look in
        look.color = value(of: "color", in: tag).flatMap { TextColor(html: $0) } ?? look.color
        look.fontFamily = value(of: "face", in: tag) ?? look.fontFamily
      }
    } else if name == "/font" {
      setting.endLook()
    } else {
      return ["/s", "/strike", "font"].contains(name)
    }
    return true
  }

  /// Returns the value of a tag's attribute, with or without quotes in the source; `nil` if the tag does not have it.
  private static func value(of attribute: String, in tag: String) -> String? {
    guard let place = tag.lowercased().firstRange(of: attribute + "=") else { return nil }
    let rest = tag[place.upperBound...]
    if let quote = rest.first, quote == "\"" || quote == "'" { return String(rest.dropFirst().prefix { $0 != quote }) }
    return String(rest.prefix { !$0.isWhitespace })
  }

  package static func source(of text: StyledText) -> String { StyleTag.source(of: text) { $0 } }
}

/// A tag that begins or ends a style; SubRip and WebVTT have the same ones.
struct StyleTag {
  private let style: StyledText.Style
  private let ends: Bool

  private static let styles: [(name: String, style: StyledText.Style)] = [
    ("b", .bold), ("i", .italic), ("u", .underline),
  ]

  /// - Parameter name: the text between the signs, in lowercase.
  init?(_ name: String) {
    let ends = name.hasPrefix("/")
    let bare = ends ? String(name.dropFirst()) : name
    guard let found = Self.styles.first(where: { $0.name == bare }) else { return nil }
    (style, self.ends) = (found.style, ends)
  }

  func apply(to other: inout StyledText.Style) {
    if ends { other.remove(style) } else { other.insert(style) }
  }

  /// Returns the text with tags around the parts that have a style.
  static func source(of text: StyledText, escaping escaped: (String) -> String) -> String {
    text.withoutEmptyLines.spans.map { span in
      let names = styles.filter { span.style.contains($0.style) }.map(\.name)
      return names.map { "<\($0)>" }.joined() + escaped(span.text) + names.reversed().map { "</\($0)>" }.joined()
    }.joined()
  }
}
