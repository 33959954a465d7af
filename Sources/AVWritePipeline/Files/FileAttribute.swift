internal import CSystem

/// An extended attribute of a file: a short text that stays with the file under every name, and that copies of the
/// file's content do not have (xattr(7)).
struct FileAttribute {
  /// The attribute for the key of what a file was made of, for files whose container cannot store the key.
  static let key = FileAttribute(name: "user.avwrite.key")

  /// The attribute for the exit code of a job that made a file and did not end complete.
  static let exit = FileAttribute(name: "user.avwrite.exit")

  private let name: String

  /// The largest size of a text, in bytes; no text of this package is longer.
  private static let room = 256

  /// Returns the text of a file's attribute.
  ///
  /// - Returns: Nil where the file has no such attribute, or its file system has no attributes.
  func text(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Self.room)
    let count = getxattr(path, name, &bytes, bytes.count)
    return count < 0 ? nil : String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Sets the attribute of a file, if its file system supports that.
  func set(_ text: String, of path: String) {
    _ = setxattr(path, name, text, text.utf8.count, 0)
  }
}
