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
    let refusal = withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in SharedDescriptor(descriptor).write(bytes) }
    // A quota on a network's file system is told at the end.
    let closing = close(descriptor) == 0 ? nil : errno
    if let number = refusal ?? closing { throw .output(number, "\(path): cannot be written") }
  }
}
