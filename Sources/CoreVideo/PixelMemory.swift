/// Memory for the planes of one buffer, owned.
final class PixelMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer

  init(byteCount: Int) {
    base = .allocate(byteCount: max(byteCount, 1), alignment: PixelBufferLayout.defaultAlignment)
  }

  deinit { base.deallocate() }
}
