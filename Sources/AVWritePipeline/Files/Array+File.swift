internal import Foundation

extension [UInt8] {
  /// As much is read at once.
  private static var readSize: Int { 1 << 16 }

  /// Reads a file, or a pipe, to its end.
  ///
  /// - Parameters:
  ///   - path: `-` is the standard input.
  ///   - limit: the number of bytes that the file may have. Nil is any number.
  ///   - check: a closure that is called now and then meanwhile; its error ends the reading.
  /// - Throws: `JobError` of exit 66, or of 69 for a file that is larger than the limit.
  init(
    contentOf path: String, atMost limit: Int? = nil, continuing check: () throws(JobError) -> Void = {}
  ) throws(JobError) {
    let isStandardInput = path == "-"
    // A named pipe is opened without waiting for its writer, for whom the reading waits where it can be ended.
    let number = isStandardInput ? STDIN_FILENO : withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard number >= 0 else { throw .input(errno, path) }
    defer { if !isStandardInput { close(number) } }
    let name = isStandardInput ? "standard input" : path
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 1)
    defer { block.deallocate() }
    self = []
    while true {
      try check()
      guard let count = try SharedDescriptor(number).read(into: block, named: name) else { continue }
      if count == 0 { return }
      self += block[..<count]
      if let limit, self.count > limit {
        throw JobError(.settingsUnsupported, "\(path): is larger than \(limit >> 20) MiB")
      }
    }
  }
}
