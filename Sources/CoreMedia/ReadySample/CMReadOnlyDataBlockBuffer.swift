public import Foundation

/// Bytes that nobody changes any more, so that any thread may read them.
public struct CMReadOnlyDataBlockBuffer: Sendable {
  let buffer: CMBlockBuffer

  /// Creates a buffer with a copy of the data.
  public init(_ data: Data) {
    let memory = ByteMemory(data)
    buffer = CMBlockBuffer(bytes: UnsafeRawBufferPointer(memory.bytes), owner: memory)
  }

  /// Takes over a buffer that nobody changes from now on.
  public init(unsafeBlockBuffer: sending CMBlockBuffer) { buffer = unsafeBlockBuffer }

  public var count: Int { buffer.dataLength }
  /// A Boolean value that says whether there are no bytes.
  public var isEmpty: Bool { count == 0 }
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  /// A Boolean value that says whether the bytes lie together in memory.
  public var isContiguous: Bool { isEmpty || buffer.isContiguous }

  /// Lends the bytes where they lie together, or `nil` if they do not. They must not be kept beyond the call.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> sending Result
  ) rethrows -> sending Result? {
    guard isContiguous else { return nil }
    let bytes = buffer.contiguousBytes(offset: 0, length: count)
    return try body(UnsafeRawBufferPointer(start: bytes?.baseAddress, count: count))
  }

  /// Lends the buffer, whose bytes must not be changed.
  public func withUnsafeBlockBuffer<Result>(
    _ body: (CMBlockBuffer) throws -> sending Result
  ) rethrows -> sending Result {
    try body(buffer)
  }
}

/// Memory that holds a copy of some bytes as long as it lives.
private final class ByteMemory {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ data: Data) {
    bytes = .allocate(byteCount: data.count, alignment: 1)
    bytes.copyBytes(from: data)
  }

  deinit { bytes.deallocate() }
}
