/// The placement of a text in the picture. If a part is `nil`, the player chooses it.
///
/// Percentages are fractions of the picture's size. They count from the edge where lines begin, or from the top.
package struct TextPlacement: Hashable, Sendable {
  package enum Alignment: String, Hashable, Sendable { case start, middle, end, left, right }

  /// The direction in which the lines of vertical text follow each other.
  package enum Vertical: Hashable, Sendable { case leftToRight, rightToLeft }

  package var alignment: Alignment?
  /// The position of the text in the direction of its lines, in percent.
  package var position: Double?
  /// The position of the first line, in percent.
  package var line: Double?
  /// The space for a line, in percent.
  package var size: Double?
  /// The direction of vertical text; `nil` for horizontal text.
  package var vertical: Vertical?

  package init() {}

  /// The height of a line of WebVTT in percent, for settings that give a position as a number of lines.
  private static let lineHeight = 16.0 / 3

  /// Reads the settings of a cue of WebVTT (W3C, "WebVTT cue settings"). Settings that are not understood are ignored.
  package init(settings: String) {
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      // The part after a comma says which side of the text is at the position.
      let value = String(parts[1].prefix { $0 != "," })
      switch parts[0] {
      case "line": line = Self.percent(value) ?? Int(value).map(Self.line)
      case "position": position = Self.percent(value)
      case "size": size = Self.percent(value)
      case "align": alignment = value == "center" ? .middle : Alignment(rawValue: value)
      case "vertical": vertical = ["lr": .leftToRight, "rl": .rightToLeft][value]
      default: break
      }
    }
  }

  private static func line(_ number: Int) -> Double {
    let place = Double(number) * lineHeight
    return min(100, max(0, number < 0 ? 100 + place : place))
  }

  private static func percent(_ value: String) -> Double? {
    guard value.hasSuffix("%"), let number = Double(value.dropLast()), (0...100).contains(number) else { return nil }
    return number
  }

  /// Sets one of SubStation's nine positions. The numbers 1 to 3 are at the bottom from left to right, 4 to 6 in the
  /// middle, and 7 to 9 at the top.
  mutating func set(subStation place: Int) {
    guard (1...9).contains(place) else { return }
    alignment = [.left, .middle, .right][(place - 1) % 3]
    line = place > 6 ? 0 : place > 3 ? 50 : nil
  }
}
