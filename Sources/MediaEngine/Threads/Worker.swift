import Dispatch
import Foundation
import Synchronization

/// A thread that sleeps until it is signalled and then works until there is nothing to do.
///
/// The one place where the engine makes threads. Signals while it works are remembered, so no wake-up is
/// lost and nothing polls. A worker that was started must be stopped: its thread keeps it alive.
final class Worker: Sendable {
  /// The size of the stack in bytes: encoders of C libraries expect one like a main thread's.
  private static let stackSize = 8 << 20

  private let name: String
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isSignalled = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  /// The thread's identity, once it runs; no thread has the identity 0.
  private let identity = Atomic<UInt>(0)

  init(name: String) { self.name = name }

  /// Starts the thread.
  ///
  /// - Parameter work: called on the thread once at the start and then after each signal; it returns when
  ///   there is nothing to do for now.
  func start(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      identity.store(pthread_self(), ordering: .relaxed)
      while !isStopped.load(ordering: .acquiring) {
        isSignalled.store(false, ordering: .sequentiallyConsistent)
        work()
        wake.wait()
      }
      ended.signal()
    }
    thread.name = name
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// Wakes the thread, since there may be something to do. Any thread; cheap when the worker is awake and signalled
  /// already.
  func signal() {
    if !isSignalled.exchange(true, ordering: .sequentiallyConsistent) { wake.signal() }
  }

  /// Ends the thread after its current work. Any thread, including the worker's own.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    wake.signal()
  }

  /// A Boolean value that says whether the caller runs on this worker's thread.
  var isCurrent: Bool { identity.load(ordering: .relaxed) == pthread_self() }

  /// Waits until the thread has ended. On the thread itself, which ends after its current work, it does not wait.
  func join() {
    if isCurrent { return }
    ended.wait()
    ended.signal()
  }
}
