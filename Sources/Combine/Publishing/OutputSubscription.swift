import Foundation
import OpenCombine

/// Delivers values from outside of Combine to one subscriber, one at a time and as many as it asks for.
///
/// Values may come on any thread, also while the subscriber receives one and from within that call: they wait in order,
/// and the thread that delivers goes on with them.
final class OutputSubscription<Output>: Subscription, @unchecked Sendable {
  // Sendable: everything that changes is behind `lock`.

  /// The fate of a value that the subscriber has not asked for.
  enum Excess {
    case isDropped
    /// The latest value is kept, and delivered when the subscriber asks.
    case isKept
  }

  private struct State {
    /// Gives a value to the subscriber. It is `nil` after cancellation.
    var deliver: ((Output) -> Subscribers.Demand)?
    /// The number of values that the subscriber has asked for and not received yet.
    var demand = Subscribers.Demand.none
    /// The values that it has asked for.
    var asked: [Output] = []
    /// The latest value that it has not asked for.
    var kept: Output?
    var isDelivering = false
    /// Ends the source of the values.
    var end: (() -> Void)?

    mutating func add(_ value: Output, _ excess: Excess) {
      if demand > .none {
        demand -= 1
        asked.append(value)
      } else if excess == .isKept {
        kept = value
      }
    }

    mutating func ask(for more: Subscribers.Demand) {
      demand += more
      guard demand > .none, let value = kept else { return }
      kept = nil
      demand -= 1
      asked.append(value)
    }
  }

  private let excess: Excess
  private let lock = NSLock()
  private var state = State()

  init<Downstream: Subscriber>(_ subscriber: Downstream, excess: Excess) where Downstream.Input == Output {
    self.excess = excess
    state.deliver = { subscriber.receive($0) }
  }

  /// Says how the source of the values is ended: now, if the subscription is over already.
  func begin(endingWith end: @escaping () -> Void) {
    let isOver = lock.withLock {
      if state.deliver != nil { state.end = end }
      return state.deliver == nil
    }
    if isOver { end() }
  }

  /// A value has come.
  func send(_ value: Output) {
    lock.withLock { if state.deliver != nil { state.add(value, excess) } }
    deliver()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { state.ask(for: demand) }
    deliver()
  }

  func cancel() {
    // Objects that are released may run anything in their deinit, so they are released outside of the lock.
    let ended = lock.withLock {
      defer { state = State() }
      return state
    }
    ended.end?()
  }

  /// Delivers the waiting values, unless another thread is doing that.
  private func deliver() {
    var isFirst = true
    while let (value, deliver) = next(isFirst: isFirst) {
      isFirst = false
      let more = deliver(value)
      lock.withLock { state.ask(for: more) }
    }
  }

  /// - Parameter isFirst: whether the caller wants to begin, rather than go on.
  private func next(isFirst: Bool) -> (Output, (Output) -> Subscribers.Demand)? {
    lock.withLock {
      if isFirst, state.isDelivering { return nil }
      state.isDelivering = false
      guard let deliver = state.deliver, !state.asked.isEmpty else { return nil }
      state.isDelivering = true
      return (state.asked.removeFirst(), deliver)
    }
  }
}
