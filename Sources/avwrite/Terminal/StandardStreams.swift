internal import Glibc

/// The three descriptors that a process is given at its start.
enum StandardStreams {
  /// Opens a file for each standard stream that the caller closed, before any other file is opened.
  ///
  /// Otherwise the first files opened would get the streams' numbers, and messages would be written to the output. The
  /// substitute fails when it is used, just as the closed stream would.
  static func occupyClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this stream's, since those below are open.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
