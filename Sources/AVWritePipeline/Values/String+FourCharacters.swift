extension String {
  /// Creates the text of a four-character code, or of its number in hexadecimal where it is not printable.
  init(fourCharacters code: UInt32) {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    let isPrintable = bytes.allSatisfy { (32...126).contains($0) }
    self = isPrintable ? String(decoding: bytes, as: UTF8.self) : "0x" + String(code, radix: 16)
  }

  /// The code without its padding, for people: `aac ` is padded with a space.
  var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
