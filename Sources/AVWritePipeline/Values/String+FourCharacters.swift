extension String {
  /// Four printable characters, or the number in hexadecimal where they are not printable.
  init(fourCharacters code: UInt32) {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    let isPrintable = bytes.allSatisfy { (32...126).contains($0) }
    self = isPrintable ? String(decoding: bytes, as: UTF8.self) : "0x" + String(code, radix: 16)
  }

  /// A four-character code for people: `aac ` is padded with a space.
  var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
