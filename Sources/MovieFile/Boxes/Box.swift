/// A box whose contents are in memory.
package struct Box: Sendable {
  package let type: FourCC
  /// The 16 bytes of a `uuid` box's own type; empty for every other box.
  package let userType: [UInt8]
  /// The file offset of the size field.
  package let offset: Int64
  /// The bytes after the header.
  package let contents: ByteReader

  /// A copy of the payload's bytes.
  package var payload: [UInt8] { Array(contents.storage[contents.position..<contents.end]) }

  /// The box as its type and bytes, with its contents unread.
  package var opaque: OpaqueBox { OpaqueBox(type, userType + payload) }
}

/// A box as its type and bytes, which is copied through the movie without being parsed.
package struct OpaqueBox: Hashable, Sendable {
  package var type: FourCC
  /// The bytes after the box's size and type.
  package var payload: [UInt8]

  package init(_ type: FourCC, _ payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }

  /// Creates a box whose payload `body` writes.
  package init(_ type: FourCC, _ body: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    body(&writer)
    self.init(type, writer.bytes)
  }
}

extension ByteReader {
  /// Reads the next child box; `nil` at the end.
  package mutating func nextBox() throws -> Box? {
    let start = self
    guard let header = try ChildHeader(&self, within: remaining) else {
      try skip(remaining)
      return nil
    }
    let contents = try part(header.payloadSize, boxType: header.type)
    return Box(type: header.type, userType: header.userType, offset: start.fileOffset, contents: contents)
  }

  /// Calls `body` with each child box.
  package func forEachBox(_ body: (Box) throws -> Void) throws {
    var cursor = self
    while let box = try cursor.nextBox() { try body(box) }
  }

  /// Returns the first child of a type; `nil` where there is none.
  package func firstBox(_ type: FourCC) throws -> Box? {
    var cursor = self
    while let box = try cursor.nextBox() {
      if box.type == type { return box }
    }
    return nil
  }
}
