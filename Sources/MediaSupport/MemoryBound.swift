internal import Foundation
internal import Synchronization

/// The memory that this process may use for its plans.
package enum MemoryBound {
  /// The number that `limit(to:)` received; 0 before.
  private static let given = Atomic(0)

  /// The number of bytes that plans may use: a limit that was set, or three quarters of the memory that the machine has
  /// and that the control groups of this process allow. The rest is for memory that is not planned, and for other
  /// programs.
  package static var byteCount: Int {
    let given = given.load(ordering: .relaxed)
    if given > 0 { return given }
    let physical = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let membership = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    let allowed = ControlGroups(membership: membership, root: "/sys/fs/cgroup").memoryLimit ?? .max
    return min(physical > 0 ? physical : .max, allowed) / 4 * 3
  }

  /// Sets the number of bytes that plans may use.
  package static func limit(to byteCount: Int) { given.store(byteCount, ordering: .relaxed) }
}
