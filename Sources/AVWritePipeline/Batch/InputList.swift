/// A list of paths that another program made: one a line, or with a NUL behind each.
public struct InputList: Sendable {
  /// What stands behind each path.
  public enum Separator: UInt8, Sendable {
    case newline = 10
    case null = 0
  }

  /// As they stand there, no patterns: a path may be of any bytes but the separator.
  public let inputs: [BatchInput]

  /// Reads a list to its end.
  ///
  /// - Parameter path: a file; `-` is the standard input.
  /// - Throws: `JobError` of exit 66.
  public init(path: String, separator: Separator) throws(JobError) {
    self.init(bytes: try [UInt8](contentOf: path), separator: separator)
  }

  init(bytes: [UInt8], separator: Separator) {
    inputs = bytes.split(separator: separator.rawValue).map { BatchInput(pathBytes: $0) }
  }
}
