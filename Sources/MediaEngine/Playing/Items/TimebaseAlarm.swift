package import CoreMedia
package import Dispatch

/// Tells when a timebase has come to a time, however its rate and its time change before that.
///
/// Any thread.
package final class TimebaseAlarm: @unchecked Sendable {
  // Sendable: a timebase and a dispatch timer are used from any thread.

  private let timebase: CMTimebase
  private let timer: any DispatchSourceTimer

  /// - Parameters:
  ///   - queue: the queue that `handler` is called on.
  ///   - handler: called when the time that was set last is there. It may come a little early where a clock is slower
  ///     than the host's: the handler has to look at the time.
  package init(of timebase: CMTimebase, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    self.timebase = timebase
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: handler)
    try? timebase.addTimer(timer)
    timer.resume()
  }

  deinit { cancel() }

  /// The time in seconds, after it was set, before which the alarm does not come, so that a clock that stands still
  /// just before a time is not looked at without a pause.
  private static let shortest = 0.001

  /// Sets the time at which the alarm comes; `nil` sets none.
  package func set(_ time: CMTime?) {
    guard let time else { return fire(at: .invalid) }
    let (now, rate) = timebase.timeAndRate
    let soonest = now + CMTime(seconds: Self.shortest * rate, preferredTimescale: 1_000_000)
    fire(at: rate < 0 ? CMTimeMinimum(time, soonest) : CMTimeMaximum(time, soonest))
  }

  private func fire(at time: CMTime) { try? timebase.setTimerNextFireTime(timer, fireTime: time) }

  /// Ends the alarm. No call begins after this; one that runs may finish.
  package func cancel() {
    timer.cancel()
    try? timebase.removeTimer(timer)
  }
}
