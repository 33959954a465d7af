internal import Glibc
internal import MediaSupport

extension ContentDigest {
  /// The number of bytes that are read at once: enough for a disk, and little beside the memory of an encoder.
  private static let readSize = 1 << 20

  /// Adds the bytes of a text to the digest.
  mutating func update(text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Adds all bytes of a file to the digest.
  ///
  /// - Parameter check: a closure that is called before each block; its error ends the reading.
  /// - Throws: `JobError` of exit 66.
  mutating func update(
    contentOf path: String, continuing check: () throws(JobError) -> Void = {}
  ) throws(JobError) {
    let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .input(errno, path) }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: Self.blockSize)
    defer { buffer.deallocate() }
    while true {
      try check()
      // The buffer is filled to its end, since only the last part may be no whole number of blocks.
      var filled = 0
      while filled < buffer.count {
        let count = read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .input(errno, path) }
        if count == 0 { break }
        filled += count
      }
      update(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
      if filled < buffer.count { return }
    }
  }
}
