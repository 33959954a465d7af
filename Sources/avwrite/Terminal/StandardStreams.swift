internal import Glibc

/// The three descriptors that a process is given at its start.
enum StandardStreams {
  /// Opens a file in the place of each stream that the caller closed, before any other file is opened.
  ///
  /// Otherwise the first files opened would get the streams' numbers, and messages would end in the output. The file in
  /// a stream's place refuses to be used, so that a closed stream stays one that cannot be read or written.
  static func occupyClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this stream's, since those below are open.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
