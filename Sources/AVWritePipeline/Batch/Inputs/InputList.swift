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
    self.init(bytes: try [UInt8](contentOf: path), separator: separator)
  }

  init(bytes: [UInt8], separator: Separator) {
    inputs = bytes.split(separator: separator.rawValue).map { BatchInput(pathBytes: $0) }
  }
}
