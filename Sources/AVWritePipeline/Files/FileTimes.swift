internal import Glibc

/// The times at which a file was last read and changed.
struct FileTimes {
  private let accessed: timespec
  private let modified: timespec

  init(_ status: stat) {
    accessed = status.st_atim
    modified = status.st_mtim
  }

  /// Gives these times to another file.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  func set(_ path: String) throws(JobError) {
    guard utimensat(AT_FDCWD, path, [accessed, modified], 0) == 0 else {
      throw .output(errno, "\(path): cannot set the file's times")
    }
  }
}
