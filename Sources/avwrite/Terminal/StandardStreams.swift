internal import Glibc

/// The three descriptors that a process is given.
enum StandardStreams {
  /// Puts something in the place of those that the caller closed, before any other file is opened.
  ///
  /// Otherwise the first files opened would get their numbers, and messages would end in the output. What takes the
  /// place refuses to be used, so that a closed stream stays one that cannot be read or written.
  static func occupyClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one, since those below are open.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
