public import Foundation
public import OpenCombine

extension RunLoop: @retroactive Scheduler {
  /// A point in time as run loops count it.
  public typealias SchedulerTimeType = SchedulerDate

  /// There is nothing to choose.
  public struct SchedulerOptions {}

  /// The time now.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The smallest tolerance with which an action can be scheduled: none.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Performs the action in the loop's next turn in its default mode, as Apple's does.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Combine hands an action to one scheduler and forgets it.
    nonisolated(unsafe) let action = action
    perform(inModes: [.default]) { action() }
  }

  /// Performs the action after a date, in the loop's default mode.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = addTimer(fireAt: date, every: nil, tolerance: tolerance, action)
  }

  /// Performs the action after a date, and again and again, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = addTimer(fireAt: date, every: interval, tolerance: tolerance, action)
    return AnyCancellable { timer.invalidate() }
  }

  private func addTimer(
    fireAt date: SchedulerTimeType, every interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> Timer {
    // Unsafe: Combine does not require actions to be Sendable. This one runs only where the client schedules it.
    nonisolated(unsafe) let action = action
    let timer = Timer(fire: date.date, interval: interval?.timeInterval ?? 0, repeats: interval != nil) { _ in action()
    }
    timer.tolerance = tolerance.timeInterval
    add(timer, forMode: .default)
    return timer
  }
}
