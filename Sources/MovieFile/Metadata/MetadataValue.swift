/// A typed value of a movie's metadata: the contents of a `data` box (QuickTime File Format, "Metadata structure").
package struct MetadataValue: Hashable, Sendable {
  package var kind: Kind
  /// The country (high 16 bits) and the language (low 16 bits) that the value is for; 0 is for all.
  package var locale: UInt32
  package var bytes: [UInt8]

  package init(_ kind: Kind, _ bytes: [UInt8], locale: UInt32 = 0) {
    self.kind = kind
    self.locale = locale
    self.bytes = bytes
  }

  /// The kind of the bytes: a number in the table of well-known types.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes whose meaning depends on the key.
    package static let implicit = Kind(rawValue: 0)
    package static let utf8 = Kind(rawValue: 1)
    /// Text in big-endian UTF-16, without a byte order mark.
    package static let utf16 = Kind(rawValue: 2)
    package static let jpeg = Kind(rawValue: 13)
    package static let png = Kind(rawValue: 14)
    /// Big-endian integers of 1 to 4 bytes, and of 8 bytes in the files of some writers.
    package static let signedInteger = Kind(rawValue: 21)
    package static let unsignedInteger = Kind(rawValue: 22)
    package static let float32 = Kind(rawValue: 23)
    package static let float64 = Kind(rawValue: 24)
    package static let bmp = Kind(rawValue: 27)
    package static let signed8 = Kind(rawValue: 65)
    package static let signed16 = Kind(rawValue: 66)
    package static let signed32 = Kind(rawValue: 67)
    /// Two 32-bit floating-point numbers each: x and y, width and height.
    package static let point = Kind(rawValue: 70)
    package static let dimensions = Kind(rawValue: 71)
    /// Four 32-bit floating-point numbers: a point and dimensions.
    package static let rectangle = Kind(rawValue: 72)
    package static let signed64 = Kind(rawValue: 74)
    package static let unsigned8 = Kind(rawValue: 75)
    package static let unsigned16 = Kind(rawValue: 76)
    package static let unsigned32 = Kind(rawValue: 77)
    package static let unsigned64 = Kind(rawValue: 78)
    /// Nine 64-bit floating-point numbers.
    package static let affineTransform = Kind(rawValue: 79)
  }
}

extension MetadataValue {
  /// Creates a text in UTF-8.
  package init(text: String, locale: UInt32 = 0) { self.init(.utf8, Array(text.utf8), locale: locale) }

  /// Creates an integer in the smallest of 1, 2, 4 and 8 bytes that can hold it.
  package init(integer: Int64, locale: UInt32 = 0) {
    let widths = [1, 2, 4, 8]
    let width = widths.first { integer >= -1 << Int64($0 * 8 - 1) && integer < 1 << Int64($0 * 8 - 1) } ?? 8
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: integer >> Int64((width - 1 - $0) * 8)) }
    self.init(.signedInteger, bytes, locale: locale)
  }

  /// Creates a floating-point number of 64 bits.
  package init(number: Double, locale: UInt32 = 0) {
    var writer = ByteWriter()
    writer.double(number)
    self.init(.float64, writer.bytes, locale: locale)
  }

  /// The text; `nil` for other kinds, and for bytes that are not text.
  package var text: String? {
    switch kind {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .utf16:
      bytes.count % 2 == 0
        ? String(
          validating: stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) },
          as: UTF16.self) : nil
    default: nil
    }
  }

  /// The integer; `nil` for other kinds, for a length that the kind does not have, and for values beyond 63 bits.
  package var integer: Int64? {
    switch kind {
    case .signedInteger where (1...8).contains(bytes.count): signed
    case .unsignedInteger where (1...8).contains(bytes.count): unsigned
    case .signed8 where bytes.count == 1, .signed16 where bytes.count == 2, .signed32 where bytes.count == 4,
      .signed64 where bytes.count == 8:
      signed
    case .unsigned8 where bytes.count == 1, .unsigned16 where bytes.count == 2, .unsigned32 where bytes.count == 4,
      .unsigned64 where bytes.count == 8:
      unsigned
    default: nil
    }
  }

  /// The floating-point numbers: one, or as many as the kind has; `nil` for other kinds and lengths.
  package var numbers: [Double]? {
    switch kind {
    case .float32 where bytes.count == 4, .point where bytes.count == 8, .dimensions where bytes.count == 8,
      .rectangle where bytes.count == 16:
      fields(of: 4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case .float64 where bytes.count == 8, .affineTransform where bytes.count == 72:
      fields(of: 8).map { Double(bitPattern: $0) }
    default: nil
    }
  }

  private var unsigned: Int64? { Int64(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }

  private var signed: Int64 {
    let sign: Int64 = bytes[0] & 0x80 == 0 ? 0 : -1
    return bytes.reduce(sign) { $0 << 8 | Int64($1) }
  }

  private func fields(of size: Int) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: size).map { start in
      bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }
}

extension MetadataValue {
  /// Reads a `data` box.
  init(_ box: Box) throws {
    var reader = box.contents
    // The high byte is 0 for the table of well-known types, the only one there is.
    kind = Kind(rawValue: try reader.u32() & 0xFF_FFFF)
    locale = try reader.u32()
    bytes = reader.rest()
  }

  func write(to writer: inout ByteWriter) {
    writer.box("data") { box in
      box.u32(kind.rawValue & 0xFF_FFFF)
      box.u32(locale)
      box.append(bytes)
    }
  }
}
