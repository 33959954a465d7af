import Foundation
import MediaSupport

/// What this process holds of the machine.
struct Footprint {
  /// Files, pipes and sockets. What Dispatch opens for itself at the first delay, and keeps, is none of them.
  var descriptors: Int
  /// The engine's own threads, and those that codecs made from them: they have their maker's name.
  var workers: Int
  /// Owners of the libraries' memory; 0 in release builds, which do not count them.
  var owners: Int

  static var current: Footprint {
    // First: what an owner holds is given back before the owner is gone, and so is not counted where there is none.
    let owners = LiveObjects.current
    let workers = names("/proc/self/task").filter { thread in
      (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8))?.hasPrefix("avwrite.") ?? false
    }
    let files = names("/proc/self/fd").filter { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return target?.hasPrefix("anon_inode:") != true
    }
    return Footprint(descriptors: files.count, workers: workers.count, owners: owners)
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
