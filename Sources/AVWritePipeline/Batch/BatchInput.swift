internal import Glibc

/// One file that a batch reads.
public struct BatchInput: Sendable, Hashable {
  /// As it was named, or as its folder or pattern named it.
  public var path: String
  /// Where it is in the tree that the outputs mirror: a relative path without `.` and `..`.
  public var place: String
  /// The folder in which it was found, where it was not named itself.
  public var root: String?
  /// Why there is nothing to read, where that is known: its job fails.
  public var refusal: JobError?

  /// A file that was named itself, of which nothing is known yet.
  public init(path: String) {
    self.path = path
    place = Self.inside(path)
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

  init(path: String, place: String, root: String, refusal: JobError? = nil) {
    self.path = path
    self.place = place
    self.root = root
    self.refusal = refusal
  }

  /// A path without what leads out of a folder.
  private static func inside(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
  }
}
