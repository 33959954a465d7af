import Foundation
import TestSupport

/// A user without an administrator's rights, to whom file permissions apply.
enum Somebody {
  /// The command line that runs a command as that user.
  static let prefix = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all"

  /// Returns whether this user may start a command as another one.
  static func canRun() -> Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let ending = try? Command(["--help"], in: folder, prelude: #"exec \#(prefix) "$0" "$@"; "#).ending()
    return ending?.exit == 0
  }
}
