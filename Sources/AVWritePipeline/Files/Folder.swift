internal import Foundation
internal import Glibc

/// The kernel's calls for folders.
enum Folder {
  /// Makes a folder, and the missing folders above it.
  ///
  /// - Parameter note: a closure that is called with each folder that was made, from the outermost inwards.
  /// - Throws: `JobError` of exit 73 or 74.
  static func make(_ path: String, noting note: (String) -> Void) throws(JobError) {
    guard !path.isEmpty else { return }
    if mkdir(path, 0o777) == 0 { return note(path) }
    if errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/") else {
      throw .output(errno, "\(path): cannot make the folder")
    }
    try make(String(path[..<slash]), noting: note)
    if mkdir(path, 0o777) == 0 { return note(path) }
    // Another process may have made it meanwhile.
    guard errno == EEXIST else { throw .output(errno, "\(path): cannot make the folder") }
  }

  /// Makes an empty folder among the temporary files.
  ///
  /// - Returns: nil where none can be made.
  static func temporary(like name: String) -> String? {
    var path = Array((NSTemporaryDirectory() + "/\(name)-XXXXXX").utf8CString)
    return mkdtemp(&path).map { String(cString: $0) }
  }

  /// Returns the names in a folder, in their order: those that begin with `prefix`, or, if it is nil, those not hidden.
  ///
  /// Names that do not match cost next to nothing, even in folders of many thousands.
  ///
  /// - Throws: `JobError` of exit 66.
  static func names(in path: String, startingWith prefix: String? = nil) throws(JobError) -> [String] {
    guard let listing = withPath(path, { opendir($0) }) else { throw .input(errno, path) }
    defer { closedir(listing) }
    let prefix = prefix.map { Array($0.utf8) }
    var names: [[UInt8]] = []
    while let entry = readdir(listing) {
      withUnsafeBytes(of: &entry.pointee.d_name) { name in
        guard prefix.map({ name.starts(with: $0) }) ?? (name[0] != UInt8(ascii: ".")) else { return }
        names.append(Array(name.prefix { $0 != 0 }))
      }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(pathBytes: $0) }
  }
}
