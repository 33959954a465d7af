internal import Glibc

/// One file that a batch reads.
public struct BatchInput: Sendable, Hashable {
  /// The path as it was named, or as its folder or pattern gave it.
  public var path: String
  /// The folder in which the file was found, or nil if it was named itself.
  public var root: String?
  /// The reason why there is nothing to read, where it is known; the job then fails.
  public var refusal: JobError?

  /// Creates an input for a file that was not looked at yet.
  ///
  /// - Parameters:
  ///   - root: the folder in which the file was found, or nil if it was named itself.
  ///   - refusal: the reason why there is nothing to read, where it is known.
  public init(path: String, root: String? = nil, refusal: JobError? = nil) {
    self.path = path
    self.root = root
    self.refusal = refusal
  }

  /// Creates an input from a path that another program wrote down.
  ///
  /// A path that is too long for any file becomes an input that fails. Only its beginning is kept, because the path may
  /// be as long as a list.
  init(pathBytes bytes: some Collection<UInt8>) {
    guard bytes.count >= Int(PATH_MAX) else {
      self.init(path: String(pathBytes: bytes))
      return
    }
    self.init(path: String(pathBytes: bytes.prefix(Self.shownBytes)) + "…")
    refusal = JobError(.inputMissing, "\(path): is too long for a path (\(bytes.count) bytes)")
  }

  /// The number of bytes that are shown of a path that is too long; they fit a line.
  private static let shownBytes = 60
}
