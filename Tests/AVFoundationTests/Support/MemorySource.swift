import MovieFile

/// Bytes in memory.
final class MemorySource: ByteSource {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int64 { Int64(bytes.count) }

  func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
    guard offset >= 0, offset < byteCount else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }
}
