/// The payload of a WebVTT cue (W3C, "WebVTT cue payload text").
package enum WebVTTMarkup {
  package static func text(of source: String) -> StyledText {
    var text = StyledText()
    var style: StyledText.Style = []
    var scanner = MarkupScanner(source)
    while !scanner.isAtEnd {
      text.append(scanner.text(before: "<", "&"), style)
      if let tag = scanner.mark(from: "<", to: ">") {
        apply(tag, to: &style, &text.lost)
      } else if let name = scanner.mark(from: "&", to: ";") {
        text.append(character(name) ?? "&\(name);", style)
      } else {
        text.append(scanner.character(), style)
      }
    }
    return text
  }

  /// A tag that nobody knows says nothing, as the specification has it.
  private static func apply(_ tag: String, to style: inout StyledText.Style, _ lost: inout Set<LostStyle>) {
    let name = String(tag.prefix { !". \t\n".contains($0) })
    if tag.dropFirst(name.count).hasPrefix(".") { lost.insert(.styleSheet) }
    if let change = StyleTag(name) {
      change.apply(to: &style)
    } else if name == "v" {
      lost.insert(.voice)
    } else if name == "ruby" {
      lost.insert(.ruby)
    } else if name.first?.isNumber == true {
      lost.insert(.highlight)
    }
  }

  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]

  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return characters[name] }
    let digits = name.dropFirst()
    let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  package static func source(of text: StyledText) -> String {
    StyleTag.source(of: text) {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
  }
}
