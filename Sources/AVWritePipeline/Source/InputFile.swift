internal import Foundation

/// The file a job reads: the one named, or the standard input.
struct InputFile {
  /// What the user called it.
  let name: String
  /// Which file it is; nil for a pipe.
  let identity: FileIdentity?
  /// Where it is read; for a pipe, only after `makeSeekable`.
  private(set) var url: URL
  private var spool: InputSpool?

  /// Looks at the file and reads nothing.
  ///
  /// - Parameter path: `-` stands for the standard input, and nothing else ever reads that.
  /// - Throws: `JobError` of exit 66.
  init(path: String) throws(JobError) {
    var status = stat()
    if path == "-" {
      guard fstat(STDIN_FILENO, &status) == 0 else { throw .input(errno, "standard input") }
      name = "standard input"
      url = URL(fileURLWithPath: "/proc/self/fd/\(STDIN_FILENO)")
      identity = status.isRegularFile ? FileIdentity(status) : nil
      if status.isDirectory { throw .input(EISDIR, name) }
      return
    }
    guard stat(path, &status) == 0 else { throw .input(errno, path) }
    if status.isDirectory { throw .input(EISDIR, path) }
    guard status.isRegularFile else {
      throw JobError(.inputUnreadable, "\(path): is not a regular file", hint: "a pipe is read as '-'")
    }
    guard access(path, R_OK) == 0 else { throw .input(errno, path) }
    name = path
    // A path such as "-clip.mov" or "a:b" stays a path.
    url = URL(fileURLWithPath: path)
    identity = FileIdentity(status)
  }

  /// Spools a pipe to disk; a file that can seek is read in place.
  ///
  /// - Parameters:
  ///   - folder: where the spool goes.
  ///   - check: called now and then meanwhile; what it throws ends the spooling.
  /// - Throws: `JobError` of exit 66, or of 73 or 74 when the folder cannot take the spool.
  mutating func makeSeekable(
    spoolingIn folder: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    guard identity == nil else { return }
    let spool = try InputSpool(descriptor: STDIN_FILENO, folder: folder, continuing: check)
    url = spool.url
    self.spool = spool
  }
}
