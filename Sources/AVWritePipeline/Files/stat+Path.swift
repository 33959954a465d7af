internal import Glibc

extension stat {
  /// Creates the status of the file at a path. Returns nil, with `errno` set, if it cannot be read.
  init?(path: String, followingLinks: Bool) {
    self.init()
    guard withPath(path, { followingLinks ? look(at: $0, &self) : lstat($0, &self) }) == 0 else { return nil }
  }

  /// The time of the last change of the content, in nanoseconds since 1970.
  var changeTime: Int64 { Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec) }

  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }
  var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// Calls the function `stat`, which the type `stat` hides within its own extension.
private func look(at path: UnsafePointer<CChar>, _ status: inout stat) -> Int32 { stat(path, &status) }
