import Glibc
import Synchronization

/// Tells other threads when a render thread no longer uses what they have replaced, without ever holding it up.
///
/// They first publish the change (a pointer, a flag) and then call `synchronize()`: a rendering that began before the
/// change may have seen the former state, and none that begins after it does.
final class RenderEpoch: Sendable {
  /// The number of beginnings and ends of renderings. It is odd while something is rendered.
  private let count = Atomic<Int>(0)

  /// The microseconds between two checks whether a rendering is over; a rendering takes about as long.
  private static let pause: UInt32 = 50

  /// Notes that a rendering begins. Only the render thread calls it.
  func begin() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Notes that the rendering is over. Only the render thread calls it.
  func end() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Waits until a rendering that is going on is over. Any thread but the render thread.
  func synchronize() {
    let seen = count.load(ordering: .sequentiallyConsistent)
    guard seen & 1 == 1 else { return }
    // A render thread wakes nobody: it must not be held up, and is done at once.
    while count.load(ordering: .sequentiallyConsistent) == seen { usleep(Self.pause) }
  }
}
