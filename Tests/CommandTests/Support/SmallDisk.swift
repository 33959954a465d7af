import Foundation
import TestSupport

/// A file system with little room, which nobody else sees and which goes with the process that uses it.
enum SmallDisk {
  /// Whether this user may put one in the place of a folder.
  static func canMount() -> Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let mount = ["--mount", "mount", "-t", "tmpfs", "none", folder.path]
    return (try? Command(mount, of: "/usr/bin/unshare", in: folder).ending())?.exit == 0
  }

  /// Runs a shell's commands with an empty folder `out` of so many bytes; in them `$0` is our command.
  static func run(_ script: String, size: Int, in folder: TemporaryFolder) throws -> Command.Ending {
    let mount = "mkdir -p out && mount -t tmpfs -o size=\(size / 4096 * 4096) none out || exit 99\n"
    return try Command(
      ["--mount", "sh", "-c", mount + script, Tool.avwrite.path ?? ""], of: "/usr/bin/unshare", in: folder
    ).ending()
  }
}
