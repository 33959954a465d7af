internal import Glibc

/// The free space on the file system of a folder.
public struct DiskSpace: Sendable, Hashable {
  /// The folder as it was asked for.
  public var folder: String
  /// The number of bytes that this user may still write.
  public var free: Int64
  /// The device number of the file system.
  var device: UInt64

  /// Reads the free space of the file system of the folder, or of the nearest existing one above it. Returns nil if the
  /// system does not report it.
  init?(folder: String) {
    var status = statvfs()
    var present = folder
    // A batch makes folders that are not there yet.
    while withPath(present, { statvfs($0, &status) }) != 0 {
      guard errno == ENOENT, present != ".", present != "/" else { return nil }
      present = present.folder
    }
    guard let device = stat(path: present, followingLinks: true)?.st_dev else { return nil }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    self.folder = folder
    self.free = overflow ? .max : Int64(clamping: free)
    self.device = UInt64(device)
  }
}
