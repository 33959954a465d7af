internal import Foundation

/// A list of paths that another program made: one on each line, or with a NUL after each.
public struct InputList: Sendable {
  /// The byte after each path.
  public enum Separator: UInt8, Sendable {
    case newline = 10
    case null = 0
  }

  /// The paths as the list has them; they are no patterns. A path may hold any bytes but the separator.
  public let inputs: [BatchInput]

  /// Reads a list to its end.
  ///
  /// - Parameter path: the path of the list; `-` is the standard input.
  /// - Throws: `JobError` of exit 66.
  public init(path: String, separator: Separator) throws(JobError) {
    let descriptor = path == "-" ? STDIN_FILENO : withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .input(errno, path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .input(errno, path == "-" ? "standard input" : path) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    self.init(bytes: bytes, separator: separator)
  }

  init(bytes: [UInt8], separator: Separator) {
    inputs = bytes.split(separator: separator.rawValue).map { BatchInput(pathBytes: $0) }
  }
}
