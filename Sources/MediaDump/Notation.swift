import CoreMedia
import MovieFile

/// The notation of values. It is exact, and has one line whatever a file holds.
enum Notation {
  /// The largest number of characters in a text. A longer text would not help a reviewer.
  private static let longestText = 200

  /// Returns `ticks/scale` seconds.
  static func time(_ ticks: Int64?, _ scale: Int32) -> String { ticks.map { "\($0)/\(scale)" } ?? "unknown" }

  static func time(_ time: CMTime) -> String { time.isNumeric ? "\(time.value)/\(time.timescale)" : "unknown" }

  /// Returns a 16.16 fixed-point number as an integer if it is whole, else as a fraction of 65536.
  static func fixed(_ value: Int64) -> String { value % 65536 == 0 ? "\(value / 65536)" : "\(value)/65536" }

  /// Returns a number, such as a rate in hertz, without a decimal point if it is whole.
  static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? "\(value)" }

  static func hex(_ value: some FixedWidthInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns text from a file in quotation marks. Characters that could break the line are escaped, and a long text is
  /// cut.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(longestText) {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case _ where scalar.properties.generalCategory.isPrintable: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    let isCut = text.unicodeScalars.dropFirst(longestText).isEmpty == false
    return result + (isCut ? "\"…" : "\"")
  }

  static func code(_ code: FourCC) -> String { "'\(code)'" }
}

extension Unicode.GeneralCategory {
  /// A Boolean value that says whether the character is neither a control character nor one that moves others.
  fileprivate var isPrintable: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
