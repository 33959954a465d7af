/// Memory for the planes of one buffer, which this object owns.
final class PixelMemory: @unchecked Sendable {
  // Sendable: the address never changes; the buffer that has the memory is responsible for the access to it.

  let base: UnsafeMutableRawPointer

  init(byteCount: Int) {
    base = .allocate(byteCount: max(byteCount, 1), alignment: PixelBufferLayout.defaultAlignment)
  }

  deinit { base.deallocate() }
}
