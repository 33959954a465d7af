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

  /// Returns what is left once workers and owners are gone, for which it waits a while, and files are closed.
  ///
  /// Other threads end them, and files of movies have no count: they are closed once nothing changes any more.
  static var settled: Footprint {
    var (last, quiet) = (current, 0)
    for _ in 0..<10_000 where quiet < 20 {
      // Another thread's end is nothing to wait for in other ways.
      Thread.sleep(forTimeInterval: 0.001)
      let now = current
      quiet = now.workers == 0 && now.owners == 0 && now.descriptors == last.descriptors ? quiet + 1 : 0
      last = now
    }
    return last
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
