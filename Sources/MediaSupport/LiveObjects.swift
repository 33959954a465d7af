import Synchronization

/// A count of the living owners of foreign memory in debug builds; every test ends at zero.
///
/// An owner calls `increment` in `init` and `decrement` in `deinit`. Release builds count nothing.
package enum LiveObjects {
  private static let count = Atomic<Int>(0)

  /// The number of owners alive now, in the whole process.
  package static var current: Int { count.load(ordering: .sequentiallyConsistent) }

  @inline(__always)
  package static func increment() {
    #if DEBUG
      count.wrappingAdd(1, ordering: .relaxed)
    #endif
  }

  @inline(__always)
  package static func decrement() {
    #if DEBUG
      count.wrappingSubtract(1, ordering: .relaxed)
    #endif
  }
}
