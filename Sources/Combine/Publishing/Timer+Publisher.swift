public import Foundation
public import OpenCombine

extension Timer {
  /// Publishes the time again and again, once it is connected.
  ///
  /// - Parameters:
  ///   - interval: the time between two publications, in seconds.
  ///   - tolerance: the delay that is allowed, in seconds.
  ///   - runLoop: the run loop on whose thread the times are published.
  ///   - mode: the mode of the run loop.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// Publishes the time again and again while it is connected.
  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    // Sendable: properties are constant, and subscriptions are protected by a lock. A run loop accepts timers from any
    // thread.

    public typealias Output = Date
    public typealias Failure = Never

    /// The time between two publications, in seconds.
    public let interval: TimeInterval
    /// The delay that is allowed, in seconds.
    public let tolerance: TimeInterval?
    /// The run loop on whose thread the times are published.
    public let runLoop: RunLoop
    /// The mode of the run loop.
    public let mode: RunLoop.Mode
    /// The options, among which there is nothing to choose.
    public let options: RunLoop.SchedulerOptions?

    private let lock = NSLock()
    private var subscriptions: [OutputSubscription<Date>] = []

    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    /// Adds a subscriber. Times that it has not asked for are dropped.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Date, Downstream.Failure == Never {
      let subscription = OutputSubscription(subscriber, excess: .isDropped)
      subscription.begin { [weak self, weak subscription] in
        self?.lock.withLock { self?.subscriptions.removeAll { $0 === subscription } }
      }
      lock.withLock { subscriptions.append(subscription) }
      subscriber.receive(subscription: subscription)
    }

    /// Starts a timer, which runs until the returned object is cancelled.
    public func connect() -> any Cancellable {
      let timer = Timer(timeInterval: interval, repeats: true) { [self] _ in publish(Date()) }
      timer.tolerance = tolerance ?? 0
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }

    private func publish(_ date: Date) {
      for subscription in lock.withLock({ subscriptions }) { subscription.send(date) }
    }
  }
}
