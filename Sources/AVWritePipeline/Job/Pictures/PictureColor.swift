/// A colour of sRGB, written `2060C0` or `#2060C0`, with red, green and blue in hexadecimal digits, or `black` or
/// `white`.
public struct PictureColor: Sendable, Hashable, Codable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public static let black = PictureColor(red: 0, green: 0, blue: 0)
  public static let white = PictureColor(red: 0xFF, green: 0xFF, blue: 0xFF)

  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Reads a colour as it is written. The text is six hexadecimal digits or a name.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: some StringProtocol) {
    switch text.lowercased() {
    case "black": self = .black
    case "white": self = .white
    default:
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
        return nil
      }
      self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }
  }

  /// The colour as it is written.
  var text: String {
    switch self {
    case .black: return "black"
    case .white: return "white"
    default:
      let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
