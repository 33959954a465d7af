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
  /// - Returns: The `errno` of the write that failed; nil where all bytes were written.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let written = Glibc.write(number, rest.baseAddress, rest.count)
      if written > 0 {
        done += written
      } else if written == 0 {
        return EIO
      } else if errno == EAGAIN {
        var room = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
