import MovieFile

/// The encoding of a frame's text, as the byte before the text states it.
enum ID3Encoding: UInt8 {
  case latin1
  /// UTF-16 with a byte order mark in each text.
  case utf16
  case utf16BigEndian
  case utf8

  var isWide: Bool { self == .utf16 || self == .utf16BigEndian }

  func text(_ bytes: ArraySlice<UInt8>) -> String {
    switch self {
    // The specification says Latin-1, but many writers put UTF-8 here. Texts in Latin-1 are hardly ever valid UTF-8.
    case .latin1: return String(utf8OrLatin1: bytes)
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16, .utf16BigEndian:
      var bytes = bytes
      var isLittle = false
      if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        isLittle = bytes.first == 0xFF
        bytes = bytes.dropFirst(2)
      }
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isLittle ? second << 8 | first : first << 8 | second
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}

extension ByteReader {
  /// - Throws: `MediaError(.damagedContainer)` at the end of the data, and for a number that no version of ID3 defines.
  mutating func id3Encoding() throws -> ID3Encoding {
    guard let encoding = ID3Encoding(rawValue: try u8()) else { throw damaged("its text is of no known encoding") }
    return encoding
  }

  /// Reads three letters of ISO 639-2; `nil` for codes that mean no language.
  mutating func id3Language() throws -> String? {
    let letters = try bytes(3).map { $0 | 0x20 }
    guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    let language = String(decoding: letters, as: UTF8.self)
    return ["xxx", "und"].contains(language) ? nil : language
  }

  /// Reads a text up to the zero that ends it, or up to the end of the data. The zero is skipped.
  mutating func id3Text(_ encoding: ID3Encoding) -> String {
    let bytes = storage[position..<end]
    var stop = bytes.startIndex
    if encoding.isWide {
      while stop + 1 < bytes.endIndex, bytes[stop] != 0 || bytes[stop + 1] != 0 { stop += 2 }
      if stop + 1 >= bytes.endIndex { stop = bytes.endIndex }
    } else {
      stop = bytes.firstIndex(of: 0) ?? bytes.endIndex
    }
    let text = encoding.text(bytes[bytes.startIndex..<stop])
    // The skipped bytes lie within the frame, so `skip` cannot throw.
    try? skip(min(remaining, stop - bytes.startIndex + (encoding.isWide ? 2 : 1)))
    return text
  }

  /// Reads the remaining bytes as a text, without the zeros at its end.
  mutating func id3Rest(_ encoding: ID3Encoding) -> String {
    var bytes = storage[position..<end]
    try? skip(remaining)
    if encoding.isWide {
      while bytes.count >= 2, bytes.suffix(2).allSatisfy({ $0 == 0 }) { bytes = bytes.dropLast(2) }
    } else {
      while bytes.last == 0 { bytes = bytes.dropLast() }
    }
    return encoding.text(bytes)
  }

  /// Reads the encoding and all texts, which are separated by zeros.
  mutating func id3Texts(keepingEmpty: Bool = false) throws -> [String] {
    let encoding = try id3Encoding()
    var texts: [String] = []
    while !isAtEnd {
      let text = id3Text(encoding)
      if keepingEmpty || !text.isEmpty { texts.append(text) }
    }
    // Zeros that end the last text do not begin empty texts.
    while keepingEmpty, texts.count > 2, texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}
