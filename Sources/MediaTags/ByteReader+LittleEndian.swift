import MovieFile

/// Little-endian numbers, as in RIFF and in Vorbis comments.
extension ByteReader {
  mutating func littleEndian16() throws -> UInt16 { try u16().byteSwapped }
  mutating func littleEndian32() throws -> UInt32 { try u32().byteSwapped }
  mutating func littleEndian64() throws -> UInt64 { try u64().byteSwapped }

  /// Reads a number, then as many bytes as the number says.
  mutating func littleEndianCounted() throws -> [UInt8] { try bytes(Int(try littleEndian32())) }
}

extension String {
  /// Decodes the bytes as UTF-8, which most writers use, or as ISO 8859-1 if they are not valid UTF-8.
  init(utf8OrLatin1 bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
  }

  init(latin1 bytes: some Collection<UInt8>) {
    self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The text without the spaces and zeros at its end that fill a field of fixed size.
  var withoutFilling: String {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == " " || last == "\0" { text.unicodeScalars.removeLast() }
    return String(text)
  }
}
