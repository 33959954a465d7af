internal import Foundation

/// The file a job reads: the one named, or the standard input, spooled to disk where it cannot seek.
struct InputFile {
  /// What the user called it.
  let name: String
  let url: URL
  let identity: FileIdentity
  private let spool: InputSpool?

  /// - Parameters:
  ///   - path: `-` stands for the standard input, and nothing else reads it.
  ///   - spoolFolder: where the standard input goes; a seekable input is read in place.
  /// - Throws: `JobError` of exit 66, or 74 when the spool's disk is full.
  init(path: String, spoolFolder: String) throws(JobError) {
    guard path != "-" else {
      var status = stat()
      if fstat(STDIN_FILENO, &status) == 0, status.isRegularFile {
        let url = URL(fileURLWithPath: "/proc/self/fd/\(STDIN_FILENO)")
        self.init(name: "standard input", url: url, identity: FileIdentity(status), spool: nil)
        return
      }
      let spool = try InputSpool(descriptor: STDIN_FILENO, folder: spoolFolder)
      self.init(name: "standard input", url: spool.url, identity: spool.identity, spool: spool)
      return
    }
    guard let status = stat(path: path, followingLinks: true) else { throw .input(errno, path) }
    if status.isDirectory { throw .input(EISDIR, path) }
    guard status.isRegularFile else {
      throw JobError(.inputUnreadable, "\(path): is not a regular file", hint: "a pipe is read as '-'")
    }
    guard access(path, R_OK) == 0 else { throw .input(errno, path) }
    // A path such as "-clip.mov" or "a:b" stays a path.
    self.init(name: path, url: URL(fileURLWithPath: path), identity: FileIdentity(status), spool: nil)
  }

  private init(name: String, url: URL, identity: FileIdentity, spool: InputSpool?) {
    self.name = name
    self.url = url
    self.identity = identity
    self.spool = spool
  }
}
