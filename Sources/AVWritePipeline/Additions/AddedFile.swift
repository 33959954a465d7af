internal import Foundation

/// A small file that goes into an output: a picture, or a list.
enum AddedFile {
  /// The largest size that is read, in bytes; no cover or list needs more.
  private static let largestSize = 64 << 20

  /// Returns all of a file's bytes.
  ///
  /// - Throws: `JobError` of exit 66, or of 69 for a file that is too large.
  static func bytes(of path: String) throws(JobError) -> [UInt8] {
    let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .input(errno, path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= largestSize {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .input(errno, path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw JobError(.settingsUnsupported, "\(path): is larger than \(largestSize >> 20) MiB")
  }
}
