// The codes that name codecs, boxes and types of media: four characters, the first one in the highest byte.
extension UInt32 {
  /// Creates the code of the bytes of four characters.
  package init(fourCharacters bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Creates the code of a text. Returns `nil` for a text that is not four Latin-1 characters.
  package init?(latin1 text: String) {
    let scalars = text.unicodeScalars
    guard scalars.count == 4, scalars.allSatisfy({ $0.value <= 0xFF }) else { return nil }
    self = scalars.reduce(0) { $0 << 8 | $1.value }
  }
}
