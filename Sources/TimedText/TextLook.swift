/// The look of characters in a form of timed text, except bold, italic and underline. If a part is `nil`, the player
/// chooses it.
package struct TextLook: Hashable, Sendable {
  package var color: TextColor?
  /// The colour behind the characters.
  package var background: TextColor?
  package var fontFamily: String?

  package init(color: TextColor? = nil, background: TextColor? = nil, fontFamily: String? = nil) {
    (self.color, self.background, self.fontFamily) = (color, background, fontFamily)
  }
}

/// A colour and its opacity, each part from 0 to 255.
package struct TextColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var opacity: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }

  /// - Parameter rgba: the colour and its opacity: red is in the highest byte, opacity in the lowest.
  init(rgba: UInt32) {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(red: part(24), green: part(16), blue: part(8), opacity: part(0))
  }

  /// Reads a colour as in HTML: one of the sixteen names of HTML's first colours, or six hexadecimal digits after a
  /// `#`.
  init?(html source: String) {
    let text = source.lowercased()
    let digits = text.hasPrefix("#") ? text.dropFirst() : Self.names[text].map { Substring($0) } ?? ""
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(rgba: value << 8 | 0xFF)
  }

  private static let names = [
    "black": "000000", "silver": "c0c0c0", "gray": "808080", "white": "ffffff", "maroon": "800000", "red": "ff0000",
    "purple": "800080", "fuchsia": "ff00ff", "magenta": "ff00ff", "green": "008000", "lime": "00ff00",
    "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff", "teal": "008080", "aqua": "00ffff",
    "cyan": "00ffff",
  ]
}
