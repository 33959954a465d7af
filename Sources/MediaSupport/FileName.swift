import CSystem
import Glibc

/// The names of a file that is written under one name and gets another when it is complete.
package enum FileName {
  /// What Linux file systems allow for one name, in bytes.
  private static let longest = 255

  /// A hidden name that tells what it stands for: `.NAME` and `ending`, with as much of `name` as leaves room for
  /// the ending and `room` more bytes.
  package static func hidden(_ name: String, ending: String, room: Int = 0) -> String {
    var kept = name
    while 1 + kept.utf8.count + ending.utf8.count + room > longest, !kept.isEmpty { kept.removeLast() }
    return "." + kept + ending
  }

  /// Gives a finished file its name, unless something has that name already.
  ///
  /// Where the file system cannot rename in this way, the file gets a second name, which never replaces either, and
  /// loses the first.
  ///
  /// - Returns: 0, or the system's number of the refusal: `EEXIST` where the name is taken, `ENOTSUP` where the file
  ///   system can do neither. The file then keeps its first name.
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
