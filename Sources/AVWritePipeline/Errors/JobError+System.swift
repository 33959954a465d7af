internal import Glibc

extension JobError {
  /// Returns the error of a failed call on the output's side, from `errno`.
  static func output(_ number: Int32, _ message: String) -> JobError {
    let text = "\(message): \(String(cString: strerror(number)))"
    return switch number {
    case ENOSPC, EDQUOT, EFBIG: JobError(.diskFull, text, hint: ErrorCode.diskFull.advice)
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP: JobError(.outputUnavailable, text)
    case EEXIST: JobError(.outputExists, text)
    default: JobError(.inputOutput, text)
    }
  }

  /// Returns the error of a failed call on the input's side, from `errno`.
  static func input(_ number: Int32, _ path: String) -> JobError {
    switch number {
    case ENOENT, ENOTDIR: JobError(.inputMissing, "\(path): no such file")
    case EISDIR: JobError(.inputIsDirectory, "\(path): is a directory")
    case EMFILE:
      JobError(
        .inputUnreadable, "\(path): \(String(cString: strerror(number)))", hint: "ulimit -n raises the limit")
    default: JobError(.inputUnreadable, "\(path): \(String(cString: strerror(number)))")
    }
  }
}
