internal import Glibc

/// One file that a batch reads.
public struct BatchInput: Sendable, Hashable {
  /// As it was named, or as its folder or pattern named it.
  public var path: String
  /// The folder in which it was found; nil where it was named itself.
  public var root: String?
  /// Why there is nothing to read, where that is known: its job fails.
  public var refusal: JobError?

  /// A file of which nothing is known yet.
  ///
  /// - Parameters:
  ///   - root: the folder in which it was found; nil where it was named itself.
  ///   - refusal: why there is nothing to read, where that is known.
  public init(path: String, root: String? = nil, refusal: JobError? = nil) {
    self.path = path
    self.root = root
    self.refusal = refusal
  }

  /// The file of a path that another program wrote down. What no file can be called is an input that fails, and only its
  /// beginning is kept: it may be as long as a list.
  init(pathBytes bytes: some Collection<UInt8>) {
    guard bytes.count >= Int(PATH_MAX) else {
      self.init(path: String(pathBytes: bytes))
      return
    }
    self.init(path: String(pathBytes: bytes.prefix(Self.shownBytes)) + "…")
    refusal = JobError(.inputMissing, "\(path): is longer than any file's name (\(bytes.count) bytes)")
  }

  /// Of a path that is too long, as many as fit a line.
  private static let shownBytes = 60
}
