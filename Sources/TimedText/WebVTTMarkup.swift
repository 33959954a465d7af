/// The payload of a WebVTT cue (W3C, "WebVTT cue payload text").
package enum WebVTTMarkup {
  package static func text(of source: String) -> StyledText {
    var text = StyledText()
    var setting = TextSetting()
    var scanner = MarkupScanner(source)
    while !scanner.isAtEnd {
      text.append(scanner.text(before: "<", "&"), setting)
      if let tag = scanner.mark(from: "<", to: ">") {
        apply(tag, to: &setting, &text.lost)
      } else if let name = scanner.mark(from: "&", to: ";") {
        text.append(character(name) ?? "&\(name);", setting)
      } else {
        text.append(scanner.character(), setting)
      }
    }
    return text
  }

  /// Applies a tag. An unknown tag is ignored, as the specification requires.
  private static func apply(_ tag: String, to setting: inout TextSetting, _ lost: inout Set<LostStyle>) {
    let name = String(tag.prefix { !". \t\n".contains($0) })
    if tag.dropFirst(name.count).hasPrefix(".") { lost.insert(.styleSheet) }
    if let change = StyleTag(name) {
      change.apply(to: &setting.style)
    } else if name == "c" {
      setting.begin { look in classes(of: tag).forEach { apply($0, to: &look) } }
    } else if name == "/c" {
      setting.endLook()
    } else if name == "v" {
      lost.insert(.voice)
    } else if name == "ruby" {
      lost.insert(.ruby)
    } else if name.first?.isNumber == true {
      lost.insert(.highlight)
    }
  }

  private static func classes(of tag: String) -> [Substring] {
    Array(tag.prefix { !$0.isWhitespace }.split(separator: ".").dropFirst())
  }

  /// Applies the classes that have a look in every player (W3C, "Default text color" and "Default text background
  /// color").
  private static func apply(_ name: Substring, to look: inout TextLook) {
    if name.hasPrefix("bg_") {
      look.background = color(name.dropFirst(3)) ?? look.background
    } else {
      look.color = color(name) ?? look.color
    }
  }

  private static let colors = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]

  private static func color(_ name: Substring) -> TextColor? {
    colors.contains(String(name)) ? TextColor(html: String(name)) : nil
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
