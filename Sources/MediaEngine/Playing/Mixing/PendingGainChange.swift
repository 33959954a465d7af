import Synchronization

/// The change of a gain that a controlling thread leaves for the render thread. Neither waits for the other.
///
/// A change that was not taken yet is combined with the one that comes after it.
final class PendingGainChange: @unchecked Sendable {
  // Sendable: each thread uses a place of its own, and exchanges it for the one between them.

  /// Three places: the one between the threads, and one for each of them.
  private let places: UnsafeMutablePointer<GainChange>
  /// The place that the controlling thread writes next.
  private var written = 0
  /// The place that the render thread has read.
  private var read = 1
  /// The place between the threads, with `isPending` if its change was not taken yet.
  private let between = Atomic<Int>(2)

  private static let placeCount = 3
  private static let isPending = 1 << 2

  init() {
    places = .allocate(capacity: Self.placeCount)
    places.initialize(repeating: GainChange(to: 0), count: Self.placeCount)
  }

  deinit { places.deallocate() }

  /// Leaves a change. One controlling thread at a time.
  func add(_ change: GainChange) {
    var last = between.load(ordering: .acquiring)
    while true {
      let place = last & ~Self.isPending
      places[written] = last & Self.isPending == 0 ? change : places[place].followed(by: change)
      let (isExchanged, current) = between.compareExchange(
        expected: last, desired: written | Self.isPending, ordering: .acquiringAndReleasing)
      if isExchanged {
        written = place
        return
      }
      // The change before was taken meanwhile.
      last = current
    }
  }

  /// Takes the change that was left; `nil` if there is none. Only the render thread calls it.
  func take() -> GainChange? {
    guard between.load(ordering: .relaxed) & Self.isPending != 0 else { return nil }
    read = between.exchange(read, ordering: .acquiringAndReleasing) & ~Self.isPending
    return places[read]
  }
}
