internal import CSystem
internal import Synchronization

/// The processors that this process uses.
package enum Processors {
  /// The number that `limit(to:)` received; 0 before.
  private static let given = Atomic(0)

  /// The number of processors among which work is divided: as many as the calling thread may use, unless a limit is
  /// set. It never affects results.
  package static var count: Int {
    let given = given.load(ordering: .relaxed)
    return given > 0 ? given : max(1, Int(csystem_count_processors()))
  }

  /// Sets the number of processors among which work is shared, and restricts the calling thread and all threads made
  /// later to at most as many. A count above the machine's starts as many threads as a machine of that size would.
  ///
  /// - Throws: `MediaError` when the system refuses.
  package static func limit(to count: Int) throws(MediaError) {
    let number = csystem_limit_processors(Int32(clamping: count))
    guard number == 0 else {
      throw .system(number, .opening, "the number of processors cannot be limited")
    }
    given.store(count, ordering: .relaxed)
  }
}
