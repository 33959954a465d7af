import MovieFile

extension BoxDump {
  /// Writes the values of an item of `ilst`: its `data` boxes.
  func writeItem(_ reader: ByteReader) throws {
    var written = 0
    try reader.forEachBox { child in
      written += 1
      guard written <= Limits.listItems else { return }
      var value = child.contents
      switch child.type {
      case "data":
        let kind = try value.u32()
        try value.skip(4)
        outline.field("data", Self.text(kind: kind, value.rest()))
      case "mean", "name":
        try value.skip(4)
        outline.field("\(child.type)", Notation.quoted(String(decoding: value.rest(), as: UTF8.self)))
      default: outline.line("\(child.type)")
      }
    }
  }

  /// Returns a value as text if its well-known type is UTF-8 or an integer (QuickTime File Format, "Well-known types"),
  /// else its type and its size.
  private static func text(kind: UInt32, _ bytes: [UInt8]) -> String {
    switch kind {
    case 1: return Notation.quoted(String(decoding: bytes, as: UTF8.self))
    case 21 where (1...8).contains(bytes.count):
      let sign: Int64 = bytes[0] & 0x80 == 0 ? 0 : -1
      return "\(bytes.reduce(sign) { $0 << 8 | Int64($1) })"
    case 22 where (1...8).contains(bytes.count): return "\(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })"
    default: return "type \(kind), \(bytes.count) bytes"
    }
  }

  /// Writes the texts of QuickTime's user data. Each has a length, a language and as many bytes as the length says.
  /// Nothing is written for user data of other types.
  func writeUserText(_ reader: ByteReader, type: FourCC) throws {
    guard type.rawValue >> 24 == Self.copyrightSign else { return }
    var reader = reader
    var written = 0
    while reader.remaining > 4, written < Limits.listItems {
      written += 1
      let length = Int(try reader.u16())
      try reader.skip(2)
      let bytes = try reader.bytes(length)
      outline.field("text", Notation.quoted(String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// `©` in Latin-1, which is the first character of the types of texts.
  private static let copyrightSign: UInt32 = 0xA9

  /// Writes the names of QuickTime's metadata keys. `ilst` refers to them by number, starting at 1.
  func writeKeys(_ reader: inout ByteReader) throws {
    let count = try reader.u32()
    outline.field("entries", count)
    var number = 0
    while number < min(Int(count), Limits.listItems), let key = try reader.nextBox() {
      number += 1
      var name = key.contents
      outline.field("key \(number)", Notation.quoted(String(decoding: name.rest(), as: UTF8.self)))
    }
  }
}
