internal import Glibc

/// The identity of a file, independent of its name: symbolic and hard links to one file have the same identity.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
