internal import Glibc

/// When a file was read and changed last.
struct FileTimes {
  private let accessed: timespec
  private let modified: timespec

  init(_ status: stat) {
    accessed = status.st_atim
    modified = status.st_mtim
  }

  /// Makes them those of another file.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  func set(_ path: String) throws(JobError) {
    guard utimensat(AT_FDCWD, path, [accessed, modified], 0) == 0 else {
      throw .output(errno, "\(path): cannot set the file's times")
    }
  }
}
