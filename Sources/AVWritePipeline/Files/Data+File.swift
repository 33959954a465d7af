internal import Foundation
internal import Glibc

extension Data {
  /// Writes the bytes to a new file.
  ///
  /// - Parameters:
  ///   - place: the path at which the file is made.
  ///   - path: the user's name for the file, for messages.
  /// - Throws: `JobError` of exit 73 or 74.
  func write(toNew place: String, named path: String) throws(JobError) {
    let descriptor = withPath(place) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .output(errno, "\(path): cannot be written") }
    let refusal = withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Int32 in
      var done = 0
      while done < bytes.count {
        let written = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return written < 0 ? errno : EIO }
        done += written
      }
      return 0
    }
    // A quota on a network's file system is told at the end.
    let closing = close(descriptor) == 0 ? 0 : errno
    let number = refusal == 0 ? closing : refusal
    guard number == 0 else { throw .output(number, "\(path): cannot be written") }
  }
}
