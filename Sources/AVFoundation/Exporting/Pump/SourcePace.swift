package import CoreMedia
import Dispatch
import Synchronization

/// A pace that lets a job's tracks run no faster than their source would be played.
///
/// All tracks of a job share one, on any thread. A thread that waits sleeps, and wakes early only at a stop.
package final class SourcePace: Sendable {
  /// The instants of the clock and of the source that belong together: those of the first sample, so that opening files
  /// and decoders costs nothing.
  private struct Zero {
    let clock: DispatchTime
    let source: Double
  }

  private let zero = Mutex<Zero?>(nil)
  private let stopped = DispatchSemaphore(value: 0)
  /// The seconds of the source that pass in one second.
  private let rate: Double

  package init(rate: Double = 1) { self.rate = rate }

  /// Waits until the source would have come to `time`.
  ///
  /// - Returns: `false` when the pace was stopped.
  package func wait(for time: CMTime) -> Bool {
    let due = time.isNumeric ? due(time.seconds) : .now()
    guard stopped.wait(timeout: due) == .success else { return true }
    // The signal is passed on to the next thread that waits.
    stopped.signal()
    return false
  }

  /// Ends every wait, now and later.
  package func stop() { stopped.signal() }

  private func due(_ seconds: Double) -> DispatchTime {
    zero.withLock { zero in
      let start = zero ?? Zero(clock: .now(), source: seconds)
      zero = start
      return start.clock + (seconds - start.source) / rate
    }
  }
}
