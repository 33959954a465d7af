import Foundation
import OpenCombine

/// The decisions of a publisher that joins several others: which values are delivered, and which publisher is asked for
/// more.
protocol Joining {
  /// A value of an upstream publisher.
  associatedtype Input
  associatedtype Output

  var upstreams: [JoinedUpstream] { get set }
  /// A Boolean value that says whether a value is kept that was sent before it was asked for. It is delivered once it
  /// is asked for.
  var isKeeping: Bool { get }

  /// The subscriber asks for more. This is called after each value that the subscriber has received, even if the new
  /// demand is none.
  ///
  /// - Returns: kept values that it gets for that, in order.
  mutating func request(_ demand: Subscribers.Demand) -> [Output]

  /// An upstream publisher has sent a value that it was asked for.
  ///
  /// - Returns: the value that goes on, and an object that the caller releases outside of its lock.
  mutating func receive(_ input: Input, from index: Int) -> (output: Output?, released: Any?)
}

/// An upstream publisher of several.
struct JoinedUpstream {
  /// The number of values that the publisher has been asked for, or is about to be, and has not sent yet.
  private(set) var demand = Subscribers.Demand.none
  /// The part of that number that the publisher is still to be asked for.
  private var unsaid = Subscribers.Demand.none
  private(set) var isFinished = false

  mutating func ask(for more: Subscribers.Demand) {
    guard !isFinished else { return }
    demand += more
    unsaid += more
  }

  /// Takes the demand that is to be passed on.
  mutating func takeUnsaid() -> Subscribers.Demand {
    defer { unsaid = .none }
    return unsaid
  }

  /// - Returns: whether the value that it has sent was asked for.
  mutating func send() -> Bool {
    guard demand > .none else { return false }
    demand -= 1
    return true
  }

  mutating func finish() { (isFinished, demand, unsaid) = (true, .none, .none) }
}

/// Delivers the values of several publishers to one subscriber, one at a time and as many as it asks for.
///
/// The publishers may send on any threads at once, also while the subscriber receives a value and from within that
/// call: values that have been asked for wait in order, and the thread that delivers goes on with them. A failure ends
/// it behind these values. It finishes when all publishers have, and nothing is kept.
final class JoinedSubscription<Join: Joining, Failure: Error>: Subscription, @unchecked Sendable {
  // Sendable: everything that changes is behind `lock`.

  private struct State {
    var join: Join
    let subscriber: AnySubscriber<Join.Output, Failure>
    var subscriptions: [(any Subscription)?]
    /// Values that the subscriber has asked for.
    var asked: [Join.Output] = []
    var failure: Failure?
    var isDelivering = false

    var isOver: Bool {
      asked.isEmpty && (failure != nil || join.upstreams.allSatisfy(\.isFinished) && !join.isKeeping)
    }

    mutating func request(_ demand: Subscribers.Demand) {
      if failure == nil { asked += join.request(demand) }
    }

    mutating func receive(_ input: Join.Input, at index: Int) -> Any? {
      guard failure == nil, join.upstreams[index].send() else { return nil }
      let (output, released) = join.receive(input, from: index)
      if let output { asked.append(output) }
      return released
    }

    /// Returns the next step other than the end. It is `nil` if there is none.
    mutating func takeStep() -> Step? {
      if !asked.isEmpty {
        isDelivering = true
        return .deliver(asked.removeFirst(), to: subscriber)
      }
      let demands = takeDemands()
      return demands.isEmpty ? nil : .request(demands)
    }

    private mutating func takeDemands() -> [(any Subscription, Subscribers.Demand)] {
      subscriptions.indices.compactMap { index in
        guard let subscription = subscriptions[index] else { return nil }
        let demand = join.upstreams[index].takeUnsaid()
        return demand > .none ? (subscription, demand) : nil
      }
    }
  }

  /// Something to do outside of the lock.
  private enum Step {
    case deliver(Join.Output, to: AnySubscriber<Join.Output, Failure>)
    case request([(any Subscription, Subscribers.Demand)])
    case end(State)
  }

  private let lock = NSLock()
  /// The state. It is `nil` after the end and after cancellation.
  private var state: State?

  private init<Downstream: Subscriber>(_ join: Join, for subscriber: Downstream)
  where Downstream.Input == Join.Output, Downstream.Failure == Failure {
    state = State(
      join: join, subscriber: AnySubscriber(subscriber),
      subscriptions: [(any Subscription)?](repeating: nil, count: join.upstreams.count))
  }

  /// Gives a subscriber its subscription, and subscribes to the publishers.
  static func begin<Downstream: Subscriber>(
    _ join: Join, for subscriber: Downstream, subscribing: (JoinedSubscription) -> Void
  ) where Downstream.Input == Join.Output, Downstream.Failure == Failure {
    let subscription = JoinedSubscription(join, for: subscriber)
    subscriber.receive(subscription: subscription)
    subscribing(subscription)
    // Without any publishers, none would report that it has finished.
    subscription.goOn()
  }

  /// Subscribes to a publisher, unless everything is over.
  func subscribe<Upstream: Publisher>(
    to upstream: Upstream, at index: Int, input: @escaping (Upstream.Output) -> Join.Input
  ) where Upstream.Failure == Failure {
    guard lock.withLock({ state != nil }) else { return }
    upstream.subscribe(
      AnySubscriber<Upstream.Output, Failure>(
        receiveSubscription: { self.receive($0, at: index) },
        receiveValue: { value in
          self.receive(input(value), at: index)
          return .none
        },
        receiveCompletion: { self.receive($0, at: index) }))
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { state?.request(demand) }
    goOn()
  }

  func cancel() {
    // Objects that are released may run anything in their deinit, so they are released outside of the lock.
    let ended = lock.withLock { take() }
    for subscription in ended?.subscriptions ?? [] { subscription?.cancel() }
  }

  // MARK: From upstream

  private func receive(_ subscription: any Subscription, at index: Int) {
    let isWanted = lock.withLock {
      guard let state, state.subscriptions[index] == nil, !state.join.upstreams[index].isFinished else { return false }
      self.state?.subscriptions[index] = subscription
      return true
    }
    if isWanted { goOn() } else { subscription.cancel() }
  }

  private func receive(_ input: Join.Input, at index: Int) {
    let released = lock.withLock { state?.receive(input, at: index) }
    withExtendedLifetime(released) {}
    goOn()
  }

  private func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) {
    let ended = lock.withLock { () -> (any Subscription)? in
      state?.join.upstreams[index].finish()
      if case .failure(let failure) = completion, state?.failure == nil { state?.failure = failure }
      guard let subscription = state?.subscriptions[index] else { return nil }
      state?.subscriptions[index] = nil
      return subscription
    }
    withExtendedLifetime(ended) {}
    goOn()
  }

  // MARK: To the subscriber

  /// Delivers the waiting values, and passes demand on, unless another thread is doing that.
  private func goOn() {
    while let step = lock.withLock({ next() }) {
      switch step {
      case .deliver(let value, let subscriber):
        let more = subscriber.receive(value)
        lock.withLock {
          state?.isDelivering = false
          state?.request(more)
        }
      case .request(let demands):
        // A publisher may send within this call, which then delivers.
        for (subscription, demand) in demands { subscription.request(demand) }
      case .end(let state):
        for subscription in state.subscriptions { subscription?.cancel() }
        state.subscriber.receive(completion: state.failure.map { .failure($0) } ?? .finished)
      }
    }
  }

  private func next() -> Step? {
    guard state?.isDelivering == false else { return nil }
    return state?.isOver == true ? take().map { .end($0) } : state?.takeStep()
  }

  private func take() -> State? {
    defer { state = nil }
    return state
  }
}
