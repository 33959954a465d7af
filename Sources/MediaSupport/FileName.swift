import CSystem
import Glibc

/// The names of a file that is written under a temporary name and renamed when it is complete.
package enum FileName {
  /// The longest name that Linux file systems allow, in bytes.
  private static let longest = 255

  /// Returns a hidden name that shows its origin: `.NAME` and `ending`, with as much of `name` as leaves space for the
  /// ending and `room` more bytes.
  package static func hidden(_ name: String, ending: String, room: Int = 0) -> String {
    var kept = name
    while 1 + kept.utf8.count + ending.utf8.count + room > longest, !kept.isEmpty { kept.removeLast() }
    return "." + kept + ending
  }

  /// Renames a finished file to its final name, unless that name is taken.
  ///
  /// If the file system does not support this, the file gets a second name by a link, which never replaces a file
  /// either, and then loses its first name.
  ///
  /// - Returns: 0, or the system's error number: `EEXIST` if the name is taken, `ENOTSUP` if the file system supports
  ///   neither. The file then keeps its first name.
  package static func give(_ path: String, to temporaryPath: String) -> Int32 {
    let number = csystem_rename_without_replacing(temporaryPath, path)
    guard number == EINVAL || number == ENOSYS else { return number }
    guard link(temporaryPath, path) == 0 else {
      return switch errno {
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: ENOTSUP
      default: errno
      }
    }
    unlink(temporaryPath)
    return 0
  }
}
