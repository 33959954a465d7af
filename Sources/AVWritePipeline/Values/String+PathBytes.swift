internal import Glibc

/// Paths that are no text. Linux's names are bytes, and Swift's strings are Unicode. A byte that belongs to no
/// character of UTF-8 becomes a scalar of a private plane, so that each path has a string, and no two paths share one.
extension String {
  /// The scalar of the raw byte 0. A raw byte is the scalar of this number plus the byte. Scalars that would stand for
  /// bytes are taken for bytes themselves.
  private static let rawPlace: UInt32 = 0x10_FE00

  /// Returns the raw byte that a scalar stands for, or nil for a character.
  private static func rawByte(_ scalar: Unicode.Scalar) -> UInt8? {
    (rawPlace + 0x80...rawPlace + 0xFF).contains(scalar.value) ? UInt8(scalar.value - rawPlace) : nil
  }

  /// Creates the path of these bytes.
  package init(pathBytes bytes: some Collection<UInt8>) {
    self.init()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = (1...4).first { length in
        rest.count >= length && String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
      }
      if let length, let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first,
        Self.rawByte(scalar) == nil
      {
        unicodeScalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        // Each byte from 0x80 has a scalar, and all below are characters.
        unicodeScalars.append(Unicode.Scalar(Self.rawPlace + UInt32(byte))!)
        rest = rest.dropFirst()
      }
    }
  }

  /// A Boolean value that says whether the path has bytes that are no text.
  package var hasRawBytes: Bool { unicodeScalars.contains { Self.rawByte($0) != nil } }

  /// A Boolean value that says whether the path is too long for any file (`PATH_MAX`, with the NUL after it), and so
  /// not worth a look at each of its bytes.
  var isTooLongForPath: Bool { utf8.count >= Int(PATH_MAX) }

  /// The bytes of the path, as the kernel takes them.
  var pathBytes: [UInt8] {
    unicodeScalars.flatMap { scalar in Self.rawByte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
  }

  /// Returns the path with text in the place of each raw byte.
  package func replacingRawBytes(_ text: (_ hexadecimal: String) -> String) -> String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if let byte = Self.rawByte(scalar) {
        result += text(String(byte, radix: 16))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The path as a shell's `$'…'` spells it, for people and programs that read text.
  var spelled: String { hasRawBytes ? replacingRawBytes { "\\x" + $0 } : self }
}
