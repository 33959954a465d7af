package import CoreMedia
package import Dispatch

/// Notifies when a timebase has reached a time, however its rate and its time change before that.
///
/// Any thread.
package final class TimebaseAlarm: @unchecked Sendable {
  // Sendable: a timebase and a dispatch timer are used from any thread.

  private let timebase: CMTimebase
  private let timer: any DispatchSourceTimer

  /// - Parameters:
  ///   - queue: the queue that `handler` is called on.
  ///   - handler: called when the last set time is reached. If a clock is slower than the host's, the call may come a
  ///     little early, so the handler must check the time.
  package init(of timebase: CMTimebase, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    self.timebase = timebase
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: handler)
    try? timebase.addTimer(timer)
    timer.resume()
  }

  deinit { cancel() }

  /// The least time in seconds between setting the alarm and its call, so that a clock that stops just before the set
  /// time is not checked in a busy loop.
  private static let shortest = 0.001

  /// Sets the time of the alarm; `nil` for none.
  package func set(_ time: CMTime?) {
    guard let time else { return fire(at: .invalid) }
    let (now, rate) = timebase.timeAndRate
    let soonest = now + CMTime(seconds: Self.shortest * rate, preferredTimescale: 1_000_000)
    fire(at: rate < 0 ? CMTimeMinimum(time, soonest) : CMTimeMaximum(time, soonest))
  }

  private func fire(at time: CMTime) { try? timebase.setTimerNextFireTime(timer, fireTime: time) }

  /// Ends the alarm. No call begins after this; a running one may finish.
  package func cancel() {
    timer.cancel()
    try? timebase.removeTimer(timer)
  }
}
