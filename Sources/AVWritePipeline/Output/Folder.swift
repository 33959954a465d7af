internal import Glibc

/// Folders for outputs.
enum Folder {
  /// Makes a folder, and those above it that are missing.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  static func make(_ path: String) throws(JobError) {
    guard !path.isEmpty, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/") else {
      throw .output(errno, "\(path): cannot make the folder")
    }
    try make(String(path[..<slash]))
    // Another job may have made it meanwhile.
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .output(errno, "\(path): cannot make the folder") }
  }
}
