package import Foundation
package import MediaInterop
package import MediaSupport

/// A resource whose bytes lie in memory.
package final class MemoryResource: SuppliedResource {
  private let data: Data

  package init(_ data: Data) { self.data = data }

  package let name = "data in memory"

  package func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes { MemoryBytes(data) }
}

private final class MemoryBytes: SuppliedBytes {
  private let data: Data

  init(_ data: Data) { self.data = data }

  var byteCount: Int64? { Int64(data.count) }
  var isSeekable: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    guard offset >= 0, offset < Int64(data.count) else { return 0 }
    let count = min(buffer.count, data.count - Int(offset))
    let start = data.startIndex + Int(offset)
    data.copyBytes(to: buffer, from: start..<start + count)
    return count
  }
}
