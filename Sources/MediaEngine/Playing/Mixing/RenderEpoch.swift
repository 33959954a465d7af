import Glibc
import Synchronization

/// Tells other threads when a render thread no longer uses what they took out of its reach, without ever holding it up.
///
/// They first publish the change (a pointer, a flag) and then call `synchronize()`: a rendering that began before it may
/// have seen the state before, and none that begins after it does.
final class RenderEpoch: Sendable {
  /// Odd while something is rendered.
  private let count = Atomic<Int>(0)

  /// The time between two looks at a rendering that is going on, in microseconds; one takes about as long.
  private static let pause: UInt32 = 50

  /// Notes that a rendering begins. The render thread alone.
  func begin() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Notes that the rendering is over. The render thread alone.
  func end() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Waits until a rendering that is going on is over. Any thread but the render thread.
  func synchronize() {
    let seen = count.load(ordering: .sequentiallyConsistent)
    guard seen & 1 == 1 else { return }
    // A render thread wakes nobody: it must not be held up, and is done at once.
    while count.load(ordering: .sequentiallyConsistent) == seen { usleep(Self.pause) }
  }
}
