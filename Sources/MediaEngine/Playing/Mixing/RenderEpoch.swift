import Glibc
import Synchronization

/// Shows other threads when a render thread no longer uses what they have replaced, without ever delaying it.
///
/// They first publish the change (a pointer, a flag) and then call `synchronize()`. A rendering that began before the
/// change may have used the former state; none that begins after it does.
final class RenderEpoch: Sendable {
  /// The number of starts and ends of renderings. It is odd during a rendering.
  private let count = Atomic<Int>(0)

  /// The microseconds between two checks whether a rendering is over; a rendering takes about as long.
  private static let pause: UInt32 = 50

  /// Notes that a rendering begins. Only the render thread calls it.
  func begin() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Notes that the rendering is over. Only the render thread calls it.
  func end() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Waits until a current rendering is over. Any thread except the render thread.
  func synchronize() {
    let seen = count.load(ordering: .sequentiallyConsistent)
    guard seen & 1 == 1 else { return }
    // The render thread must not be delayed, so it wakes no other thread; it finishes soon, so polling suffices.
    while count.load(ordering: .sequentiallyConsistent) == seen { usleep(Self.pause) }
  }
}
