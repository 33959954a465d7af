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
