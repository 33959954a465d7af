import MediaSupport

/// A four-character code: the name of a box, a brand, a codec or a handler.
///
/// It is written as a string literal of four Latin-1 characters (`"moov"`, `"©nam"`).
package struct FourCC: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the code from a text; `nil` for a text that is not four Latin-1 characters.
  package init?(latin1 text: String) {
    guard let code = UInt32(latin1: text) else { return nil }
    self.init(rawValue: code)
  }
}

extension FourCC: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) {
    var code: UInt32 = 0
    var count = 0
    for scalar in value.description.unicodeScalars {
      precondition(scalar.value <= 0xFF, "a four-character code has Latin-1 characters")
      code = code << 8 | scalar.value
      count += 1
    }
    precondition(count == 4, "a four-character code has four characters")
    self.init(rawValue: code)
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters; a byte that cannot be printed is written as `\xNN`.
  package var description: String {
    var text = ""
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      if (0x20..<0x7F).contains(byte) || byte == 0xA9 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return text
  }
}
