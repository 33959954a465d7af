import Foundation
import TestSupport

/// A user with no rights of the administrator's, whom the system refuses what it refuses nobody else.
enum Somebody {
  /// What runs a command as that user.
  static let prefix = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all"

  /// Whether this user may start the command as another.
  static func canRun() -> Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let ending = try? Command(["--help"], in: folder, prelude: #"exec \#(prefix) "$0" "$@"; "#).ending()
    return ending?.exit == 0
  }
}
