import Foundation
import TestSupport

/// A small file system that other processes cannot see, and that disappears with the process that uses it.
enum SmallDisk {
  /// Returns whether this user may mount one.
  static func canMount() -> Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let mount = ["--mount", "mount", "-t", "tmpfs", "none", folder.path]
    return (try? Command(mount, of: "/usr/bin/unshare", in: folder).ending())?.exit == 0
  }

  /// Runs shell commands with an empty folder `out` of this number of bytes. In the commands, `$0` is the built
  /// command.
  static func run(_ script: String, size: Int, in folder: TemporaryFolder) throws -> Command.Ending {
    let mount = "mkdir -p out && mount -t tmpfs -o size=\(size / 4096 * 4096) none out || exit 99\n"
    return try Command(
      ["--mount", "sh", "-c", mount + script, Tool.avwrite.path ?? ""], of: "/usr/bin/unshare", in: folder
    ).ending()
  }
}
