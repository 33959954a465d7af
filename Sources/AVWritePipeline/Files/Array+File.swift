internal import Foundation

extension [UInt8] {
  /// As much is read at once.
  private static var readSize: Int { 1 << 16 }

  /// Reads a file, or a pipe, to its end.
  ///
  /// - Parameters:
  ///   - path: `-` is the standard input.
  ///   - limit: the number of bytes that the file may have. Nil is any number.
  /// - Throws: `JobError` of exit 66, or of 69 for a file that is larger than the limit.
  init(contentOf path: String, atMost limit: Int? = nil) throws(JobError) {
    let isStandardInput = path == "-"
    let descriptor = isStandardInput ? STDIN_FILENO : withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .input(errno, path) }
    defer { if !isStandardInput { close(descriptor) } }
    self = []
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .input(errno, isStandardInput ? "standard input" : path) }
      if count == 0 { return }
      self += buffer[..<count]
      if let limit, self.count > limit {
        throw JobError(.settingsUnsupported, "\(path): is larger than \(limit >> 20) MiB")
      }
    }
  }
}
