import Dispatch
public import Foundation
public import OpenCombine

extension OperationQueue: @retroactive Scheduler {
  /// A point in time as operation queues count it.
  public typealias SchedulerTimeType = SchedulerDate

  /// There is nothing to choose.
  public struct SchedulerOptions {}

  /// The time now.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The smallest tolerance with which an action can be scheduled: none.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Adds the action as an operation.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Combine hands an action to one scheduler and forgets it.
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Adds the action as an operation after a date.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    // Unsafe: Combine does not require actions to be Sendable. This one runs only where the client schedules it.
    nonisolated(unsafe) let action = action
    DispatchQueue.global().asyncAfter(deadline: .now() + date.date.timeIntervalSinceNow) {
      self.addOperation { action() }
    }
  }

  /// Adds the action as an operation after a date, and again and again, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    // Unsafe: Combine does not require actions to be Sendable. This one runs only where the client schedules it.
    nonisolated(unsafe) let action = action
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { self.addOperation { action() } }
    timer.schedule(
      deadline: .now() + date.date.timeIntervalSinceNow, repeating: interval.timeInterval,
      leeway: DispatchQueue.SchedulerTimeType.Stride.seconds(tolerance.timeInterval).timeInterval)
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}
