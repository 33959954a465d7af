package import CoreMedia
import Dispatch
import MediaEngine
import Synchronization

/// Calls a client when a player's time has come.
final class PlayerTimeObserver: @unchecked Sendable {
  // Sendable: mutable state is protected by the lock.

  enum Moments: Sendable {
    case every(CMTime)
    /// These times, in order.
    case at([CMTime])
  }

  private struct State {
    weak var item: AVPlayerItem?
    var alarm: TimebaseAlarm?
    /// The moment that is waited for.
    var next: CMTime?
    var isReversed = false
    var hasEnded = false
  }

  private let moments: Moments
  private let queue: DispatchQueue
  private let block: @Sendable (CMTime) -> Void
  private let state = Mutex(State())

  init(_ moments: Moments, on queue: DispatchQueue, _ block: @escaping @Sendable (CMTime) -> Void) {
    (self.moments, self.queue, self.block) = (moments, queue, block)
  }

  /// Watches an item from now on.
  func watch(_ item: AVPlayerItem?) {
    let timebase = item?.timebase
    let former: TimebaseAlarm? = state.withLock { state in
      if state.hasEnded || state.item === item && state.alarm != nil { return nil }
      let former = state.alarm
      state.item = item
      state.alarm = timebase.map { timebase in
        TimebaseAlarm(of: timebase, on: queue) { [weak self] in self?.alarm() }
      }
      return former
    }
    former?.cancel()
    arm()
  }

  /// The time has jumped, or started.
  func timeHasJumped() {
    arm()
    guard case .every = moments else { return }
    queue.async { [weak self] in self?.call() }
  }

  /// The time has stopped. The client is called for the moments that it passed before.
  func timeHasStopped() {
    queue.async { [weak self] in
      guard let self else { return }
      if case .every = moments { call() } else { callPassed() }
    }
  }

  func end() {
    let alarm = state.withLock { state in
      state.hasEnded = true
      defer { state.alarm = nil }
      return state.alarm
    }
    alarm?.cancel()
  }

  private func alarm() {
    callPassed()
    // A device's clock may be slower than the host's, by which the alarm is set.
    wait()
  }

  /// Calls for the moments that were passed since the last call. On the queue.
  private func callPassed() {
    guard let item = state.withLock({ $0.item }), let engine = item.engine else { return }
    // A time that is reached by a seek is not passed: the times before it are skipped.
    let (time, isReversed) = (engine.presentedTime, isReversed(item))
    while let next = state.withLock({ $0.next }), isReversed ? time <= next : time >= next {
      call()
      // A late call stands for all the multiples of an interval that were passed.
      let last = if case .every = moments { time } else { next }
      let following = self.next(after: last, isReversed: isReversed)
      state.withLock { if $0.next == next { $0.next = following } }
    }
  }

  private func call() {
    let (hasEnded, item) = state.withLock { ($0.hasEnded, $0.item) }
    if !hasEnded { block(item?.currentTime() ?? .zero) }
  }

  /// Waits for the first moment behind the current time.
  private func arm() {
    guard let item = state.withLock({ $0.item }) else { return }
    let next = next(after: item.currentTime(), isReversed: isReversed(item))
    state.withLock { $0.next = next }
    wait()
  }

  /// Waits for the next moment.
  private func wait() {
    let (alarm, next) = state.withLock { ($0.alarm, $0.next) }
    alarm?.set(next)
  }

  /// Returns whether the time goes back, or went back last.
  private func isReversed(_ item: AVPlayerItem) -> Bool {
    let rate = item.timebase?.rate ?? 0
    return state.withLock { state in
      if rate != 0 { state.isReversed = rate < 0 }
      return state.isReversed
    }
  }

  private func next(after time: CMTime, isReversed: Bool) -> CMTime? {
    switch moments {
    case .at(let times): return isReversed ? times.last { $0 < time } : times.first { $0 > time }
    case .every(let interval): return time.multiple(of: interval, isAfter: !isReversed)
    }
  }
}

extension CMTime {
  /// The first multiple of an interval after this time, or the last one before it, exactly. It is `nil` if the time is
  /// not numeric, or if the multiple cannot be represented as a time.
  package func multiple(of interval: CMTime, isAfter: Bool) -> CMTime? {
    guard isNumeric, interval.isNumeric, interval.value > 0, interval.timescale > 0, timescale > 0 else { return nil }
    let (dividend, divisor) = (
      Int128(value) * Int128(interval.timescale), Int128(interval.value) * Int128(timescale)
    )
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let count = isAfter ? quotient + (remainder < 0 ? 0 : 1) : quotient - (remainder > 0 ? 0 : 1)
    let (product, hasOverflowed) = count.multipliedReportingOverflow(by: Int128(interval.value))
    guard !hasOverflowed, let value = Int64(exactly: product) else { return nil }
    return CMTime(value: value, timescale: interval.timescale)
  }
}
