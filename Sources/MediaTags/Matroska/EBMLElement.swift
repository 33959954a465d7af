import MovieFile

/// An element of EBML (RFC 8794): its identifier, and a reader of its contents.
struct EBMLElement {
  let identifier: UInt32
  /// The contents. They are empty if the element is larger than `FileTags.largestTag`.
  let contents: ByteReader

  /// The length of the longest identifier, in bytes. Sizes have at most eight bytes.
  private static let longestIdentifier = 4

  /// Reads the next element within another one; `nil` at the end of the outer element.
  ///
  /// - Throws: `MediaError(.damagedContainer)` for an element without an identifier or a size, and for one that goes
  ///   beyond the outer element.
  init?(_ parent: inout ByteReader) throws {
    guard !parent.isAtEnd else { return nil }
    identifier = try Self.identifier(&parent)
    guard let size = try Self.size(&parent) else { throw parent.damaged("an element has no size") }
    guard let count = Int(exactly: size) else { throw parent.damaged("an element is too large") }
    contents = try parent.part(count)
  }

  static func identifier(_ reader: inout ByteReader) throws -> UInt32 {
    var probe = reader
    let length = try probe.u8().leadingZeroBitCount + 1
    guard length <= longestIdentifier else { throw reader.damaged("an element has no number") }
    return try reader.bytes(length).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads a size; `nil` for a size that is coded as unknown.
  static func size(_ reader: inout ByteReader) throws -> UInt64? {
    let first = try reader.u8()
    let length = first.leadingZeroBitCount + 1
    guard length <= 8 else { throw reader.damaged("an element has no size") }
    let rest = try reader.bytes(length - 1)
    let marker = UInt64(1) << UInt64(7 * length)
    let size = rest.reduce(UInt64(first)) { $0 << 8 | UInt64($1) } & (marker - 1)
    return size == marker - 1 ? nil : size
  }

  // MARK: Contents

  /// The elements within this one, up to one that does not fit. The sequence is lazy, because an element can state
  /// millions of others.
  var children: some Sequence<EBMLElement> {
    sequence(state: contents) { reader in try? EBMLElement(&reader) }
  }

  /// Returns the first element within this one that has an identifier.
  func first(_ identifier: UInt32) -> EBMLElement? { children.first { $0.identifier == identifier } }

  /// The contents as a big-endian number; `nil` for contents of more than eight bytes.
  var unsigned: UInt64? {
    var reader = contents
    return reader.remaining <= 8 ? reader.rest().reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  var bytes: [UInt8] {
    var reader = contents
    return reader.rest()
  }

  /// The contents as UTF-8, up to the first zero.
  var text: String {
    var reader = contents
    return reader.terminatedString()
  }
}
