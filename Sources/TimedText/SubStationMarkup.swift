/// An event of (Advanced) SubStation Alpha as Matroska has it: eight fields with commas behind them, and the text.
package enum SubStationMarkup {
  private static let fieldsBefore = 8

  package static func text(of event: String) -> StyledText {
    var text = StyledText()
    // Its styles, one of which every text has, are the file's.
    text.lost = [.styleSheet]
    let fields = event.split(separator: ",", maxSplits: fieldsBefore, omittingEmptySubsequences: false)
    guard fields.count == fieldsBefore + 1, let source = fields.last else { return text }
    var style: StyledText.Style = []
    var isDrawing = false
    var scanner = MarkupScanner(String(source))
    while !scanner.isAtEnd {
      let plain = scanner.text(before: "{", "\\")
      if isDrawing { text.lost.insert(.drawing) } else { text.append(plain, style) }
      if let block = scanner.mark(from: "{", to: "}") {
        isDrawing = apply(block, to: &style, &text.lost) ?? isDrawing
      } else if !isDrawing {
        text.append(escape(&scanner), style)
      } else {
        _ = scanner.character()
      }
    }
    return text
  }

  /// A line end, a space that does not break, or the sign itself.
  private static func escape(_ scanner: inout MarkupScanner) -> String {
    let sign = scanner.character()
    guard sign == "\\" else { return sign }
    let letter = scanner.character()
    return ["N": "\n", "n": "\n", "h": "\u{A0}"][letter] ?? sign + letter
  }

  /// Takes over the commands of a block in braces.
  ///
  /// - Returns: whether what follows is a drawing; `nil` where the block does not say.
  @discardableResult
  static func apply(_ block: String, to style: inout StyledText.Style, _ lost: inout Set<LostStyle>) -> Bool? {
    var isDrawing: Bool?
    for command in block.split(separator: "\\").map(String.init) {
      let name = String(command.prefix { !$0.isNumber && !"-(&".contains($0) })
      let number = Int(command.dropFirst(name.count).prefix { $0.isNumber }) ?? 0
      switch name {
      case "b": style.set(.bold, number != 0)
      case "i": style.set(.italic, number != 0)
      case "u": style.set(.underline, number != 0)
      case "p": isDrawing = number != 0
      case "s": if number != 0 { lost.insert(.strikethrough) }
      case "an", "a", "pos", "move", "org": lost.insert(.position)
      case "c", "alpha", "": lost.insert(.color)
      case "k", "K", "kf", "ko": lost.insert(.highlight)
      case _ where name.hasPrefix("f") && name != "fad" && name != "fade": lost.insert(.font)
      case _ where name.hasPrefix("r"):
        style = []
        lost.insert(.styleSheet)
      default: lost.insert(.effect)
      }
    }
    return isDrawing
  }
}

extension StyledText.Style {
  fileprivate mutating func set(_ style: Self, _ isOn: Bool) {
    if isOn { insert(style) } else { remove(style) }
  }
}
