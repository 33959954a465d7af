/// An event of (Advanced) SubStation Alpha in Matroska: eight fields, each followed by a comma, then the text.
package enum SubStationMarkup {
  private static let fieldsBefore = 8

  package static func text(of event: String) -> StyledText {
    var text = StyledText()
    // Each event refers to one of the styles in the file's header, which are not read.
    text.lost = [.styleSheet]
    let fields = event.split(separator: ",", maxSplits: fieldsBefore, omittingEmptySubsequences: false)
    guard fields.count == fieldsBefore + 1, let source = fields.last else { return text }
    var setting = TextSetting()
    var isDrawing = false
    var scanner = MarkupScanner(String(source))
    while !scanner.isAtEnd {
      let plain = scanner.text(before: "{", "\\")
      if isDrawing { text.lost.insert(.drawing) } else { text.append(plain, setting) }
      if let block = scanner.mark(from: "{", to: "}") {
        isDrawing = apply(block, to: &setting, in: &text) ?? isDrawing
      } else if !isDrawing {
        text.append(escape(&scanner), setting)
      } else {
        _ = scanner.character()
      }
    }
    return text
  }

  /// Reads an escape: a line end, a no-break space or a brace. Another sign is returned as it is.
  private static func escape(_ scanner: inout MarkupScanner) -> String {
    let sign = scanner.character()
    guard sign == "\\" else { return sign }
    let letter = scanner.character()
    return ["N": "\n", "n": "\n", "h": "\u{A0}", "{": "{", "}": "}"][letter] ?? sign + letter
  }

  /// Applies the commands of a block in braces.
  ///
  /// - Returns: A Boolean value that says whether a drawing follows; `nil` if the block has no command about drawing.
  @discardableResult
  static func apply(_ block: String, to setting: inout TextSetting, in text: inout StyledText) -> Bool? {
    var isDrawing: Bool?
    for command in block.split(separator: "\\").map(String.init) {
      let name = String(command.prefix { !$0.isNumber && !"-(&".contains($0) })
      let number = Int(command.dropFirst(name.count).prefix { $0.isNumber }) ?? 0
      switch name {
      case "b": setting.style.set(.bold, number != 0)
      case "i": setting.style.set(.italic, number != 0)
      case "u": setting.style.set(.underline, number != 0)
      case "p": isDrawing = number != 0
      case "s": if number != 0 { text.lost.insert(.strikethrough) }
      case "an":
        text.lost.insert(.position)
        text.ownPlacement.set(subStation: number)
      case "a", "pos", "move", "org": text.lost.insert(.position)
      case "c", "alpha", "":
        text.lost.insert(.color)
        // `\c&HBBGGRR&`, or `\1c` for the same.
        if name == "c" || command.hasPrefix("1c") { setting.look.color = color(command) }
      case "k", "K", "kf", "ko": text.lost.insert(.highlight)
      case _ where name.hasPrefix("f") && name != "fad" && name != "fade":
        text.lost.insert(.font)
        if name.hasPrefix("fn") { setting.look.fontFamily = name.count > 2 ? String(command.dropFirst(2)) : nil }
      case _ where name.hasPrefix("r"):
        setting = TextSetting()
        text.lost.insert(.styleSheet)
      default: text.lost.insert(.effect)
      }
    }
    return isDrawing
  }

  /// Returns the colour of a command, whose hexadecimal digits begin with blue; `nil` if the command has no colour.
  private static func color(_ command: String) -> TextColor? {
    guard let start = command.firstRange(of: "&H")?.upperBound,
      let value = UInt32(command[start...].prefix { $0.isHexDigit }, radix: 16)
    else { return nil }
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    return TextColor(red: part(0), green: part(8), blue: part(16))
  }
}

extension StyledText.Style {
  fileprivate mutating func set(_ style: Self, _ isOn: Bool) {
    if isOn { insert(style) } else { remove(style) }
  }
}
