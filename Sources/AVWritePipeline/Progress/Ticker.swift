internal import Foundation

/// A timer that calls a block at even intervals, on a queue of its own.
final class Ticker {
  private let queue = DispatchQueue(label: "avwrite.ticker")
  private let timer: any DispatchSourceTimer

  init(interval: Double, _ block: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler(handler: block)
    timer.activate()
  }

  /// Stops the timer. When this returns, the block does not run, and never will.
  func cancel() {
    timer.cancel()
    queue.sync {}
  }
}
