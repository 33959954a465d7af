internal import Glibc

/// Which file a path leads to, whatever its name: symbolic and hard links to one file have one identity.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

extension stat {
  /// What lies at a path; nil with `errno` set when nothing can be said.
  init?(path: String, followingLinks: Bool) {
    self.init()
    guard (followingLinks ? stat_(path, &self) : lstat(path, &self)) == 0 else { return nil }
  }

  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// `stat` the call, which `stat` the type hides within its own extension.
private func stat_(_ path: String, _ status: inout stat) -> Int32 { stat(path, &status) }
