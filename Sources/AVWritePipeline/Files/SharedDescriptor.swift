internal import Glibc

/// A file descriptor that may be another process's, too.
///
/// That process may have made it non-blocking, as Node.js and ssh do with pipes. Then a write that finds no room fails
/// instead of waiting, and the wait is made here.
package struct SharedDescriptor: Sendable {
  private let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Writes all bytes of a buffer, and waits for a reader that is slow.
  ///
  /// - Returns: The `errno` of the write that failed, or nil if all bytes were written.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    write(bytes, inPartsOf: bytes.count) { true }
  }

  /// Writes all bytes of a buffer. Waits for a slow reader until `isOver` returns true.
  ///
  /// - Parameter isOver: a closure that says whether the wait has to end. It is called before each part, and again and
  ///   again while there is no room.
  /// - Returns: The `errno` of the write that failed, or `ECANCELED`. It is nil if all bytes were written.
  func write(_ bytes: UnsafeRawBufferPointer, until isOver: () -> Bool) -> Int32? {
    // A write to a file waits for nobody.
    var status = stat()
    let isFile = fstat(number, &status) == 0 && status.isRegularFile
    return write(bytes, inPartsOf: isFile ? bytes.count : Self.certainRoom) {
      while !isOver() { if hasRoom() { return true } }
      return false
    }
  }

  /// Reads bytes of a file or a pipe, and waits for them, but not for long.
  ///
  /// - Parameters:
  ///   - block: the memory that is filled from its beginning.
  ///   - name: the user's name for the file.
  /// - Returns: The number of bytes, which is 0 at the end, or nil if none have come yet.
  /// - Throws: `JobError` of exit 66.
  func read(into block: UnsafeMutableRawBufferPointer, named name: String) throws(JobError) -> Int? {
    var pipe = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    if poll(&pipe, 1, Self.patience) == 0 { return nil }
    let count = Glibc.read(number, block.baseAddress, block.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard count >= 0 else { throw .input(errno, name) }
    return count
  }

  /// The number of bytes that a pipe accepts without blocking when it is reported as writable (`PIPE_BUF`). A larger
  /// write blocks in the kernel until all of it was accepted.
  private static let certainRoom = 4096

  /// The time in milliseconds after which a wait is looked at again.
  private static let patience: Int32 = 100

  /// Waits for room, not for long.
  private func hasRoom() -> Bool {
    var room = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&room, 1, Self.patience) > 0
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, inPartsOf size: Int, while mayWrite: () -> Bool
  ) -> Int32? {
    var done = 0
    while done < bytes.count {
      guard mayWrite() else { return ECANCELED }
      let part = UnsafeRawBufferPointer(rebasing: bytes[done..<min(done + size, bytes.count)])
      let written = Glibc.write(number, part.baseAddress, part.count)
      if written > 0 {
        done += written
      } else if written == 0 {
        return EIO
      } else if errno == EAGAIN {
        _ = hasRoom()
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
