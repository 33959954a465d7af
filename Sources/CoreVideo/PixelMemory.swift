/// Memory for the planes of one buffer, owned.
final class PixelMemory: @unchecked Sendable {
  // Sendable: the address never changes; the buffer that has the memory answers for who touches it when.

  let base: UnsafeMutableRawPointer

  init(byteCount: Int) {
    base = .allocate(byteCount: max(byteCount, 1), alignment: PixelBufferLayout.defaultAlignment)
  }

  deinit { base.deallocate() }
}
