import MovieFile

/// An element of EBML (RFC 8794): its number, and a reader of its contents.
struct EBMLElement {
  let identifier: UInt32
  /// The contents; empty for an element that is larger than tags are.
  let contents: ByteReader

  /// The longest number of an element, in bytes. Sizes have at most eight bytes.
  private static let longestIdentifier = 4

  /// Reads the next element within another one; `nil` at its end.
  ///
  /// - Throws: `MediaError(.damagedContainer)` for an element that does not fit.
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

  /// Reads a size; `nil` for a size that is not known.
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

  /// The elements within it, as far as they fit. They are read one at a time: an element can state millions of others.
  var children: some Sequence<EBMLElement> {
    sequence(state: contents) { reader in try? EBMLElement(&reader) }
  }

  /// Returns the first element with a number within it.
  func first(_ identifier: UInt32) -> EBMLElement? { children.first { $0.identifier == identifier } }

  /// The contents as a big-endian number; `nil` for more than eight bytes.
  var unsigned: UInt64? {
    var reader = contents
    return reader.remaining <= 8 ? reader.rest().reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  var bytes: [UInt8] {
    var reader = contents
    return reader.rest()
  }

  /// The contents as UTF-8, which zeros may follow.
  var text: String {
    var reader = contents
    return reader.terminatedString()
  }
}
