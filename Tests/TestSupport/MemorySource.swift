import MovieFile

/// Bytes in memory.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int64 { Int64(bytes.count) }

  package func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
    guard offset >= 0, offset < byteCount else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }
}
