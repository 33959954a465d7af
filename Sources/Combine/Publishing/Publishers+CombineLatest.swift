public import OpenCombine

/// Keeps the latest value of each publisher, in a tuple of optionals, and sends combinations of them.
private struct LatestJoining<Latest, Output>: Joining {
  typealias Input = (inout Latest) -> Void

  var upstreams: [JoinedUpstream]
  private(set) var isKeeping = false
  private var latest: Latest
  /// Gives `nil` while a value is missing.
  private let combination: (Latest) -> Output?
  /// The number of combinations that the subscriber has asked for and not received yet.
  private var demand = Subscribers.Demand.none

  init(of count: Int, _ latest: Latest, combination: @escaping (Latest) -> Output?) {
    upstreams = [JoinedUpstream](repeating: JoinedUpstream(), count: count)
    self.latest = latest
    self.combination = combination
  }

  mutating func request(_ more: Subscribers.Demand) -> [Output] {
    demand += more
    for index in upstreams.indices { upstreams[index].ask(for: more) }
    guard isKeeping, demand > .none, let output = combination(latest) else { return [] }
    isKeeping = false
    demand -= 1
    return [output]
  }

  mutating func receive(_ input: Input, from index: Int) -> (output: Output?, released: Any?) {
    let released = latest
    input(&latest)
    guard let output = combination(latest) else { return (nil, released) }
    isKeeping = demand == .none
    if isKeeping { return (nil, released) }
    demand -= 1
    // Values that came before the first combination were none the subscriber got.
    for index in upstreams.indices where upstreams[index].demand < demand {
      upstreams[index].ask(for: demand - upstreams[index].demand)
    }
    return (output, released)
  }
}

extension Publishers {
  /// Publishes the latest values of two publishers whenever one of them sends a value, once each has sent one.
  ///
  /// A subscriber that asks for less than there is gets the latest combination when it asks for more. It finishes when
  /// all publishers have, and fails with the first one that fails. Combinations come one at a time, on the threads of
  /// the publishers.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) {
      (self.a, self.b) = (a, b)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let join = LatestJoining(of: 2, (A.Output?.none, B.Output?.none)) { latest -> Output? in
        guard let a = latest.0, let b = latest.1 else { return nil }
        return (a, b)
      }
      JoinedSubscription.begin(join, for: subscriber) {
        $0.subscribe(to: a, at: 0) { value in { $0.0 = value } }
        $0.subscribe(to: b, at: 1) { value in { $0.1 = value } }
      }
    }
  }

  /// Publishes the latest values of three publishers whenever one of them sends a value, once each has sent one.
  ///
  /// A subscriber that asks for less than there is gets the latest combination when it asks for more. It finishes when
  /// all publishers have, and fails with the first one that fails. Combinations come one at a time, on the threads of
  /// the publishers.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C

    public init(_ a: A, _ b: B, _ c: C) {
      (self.a, self.b, self.c) = (a, b, c)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let join = LatestJoining(of: 3, (A.Output?.none, B.Output?.none, C.Output?.none)) { latest -> Output? in
        guard let a = latest.0, let b = latest.1, let c = latest.2 else { return nil }
        return (a, b, c)
      }
      JoinedSubscription.begin(join, for: subscriber) {
        $0.subscribe(to: a, at: 0) { value in { $0.0 = value } }
        $0.subscribe(to: b, at: 1) { value in { $0.1 = value } }
        $0.subscribe(to: c, at: 2) { value in { $0.2 = value } }
      }
    }
  }

  /// Publishes the latest values of four publishers whenever one of them sends a value, once each has sent one.
  ///
  /// A subscriber that asks for less than there is gets the latest combination when it asks for more. It finishes when
  /// all publishers have, and fails with the first one that fails. Combinations come one at a time, on the threads of
  /// the publishers.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let join = LatestJoining(of: 4, (A.Output?.none, B.Output?.none, C.Output?.none, D.Output?.none)) {
        latest -> Output? in
        guard let a = latest.0, let b = latest.1, let c = latest.2, let d = latest.3 else { return nil }
        return (a, b, c, d)
      }
      JoinedSubscription.begin(join, for: subscriber) {
        $0.subscribe(to: a, at: 0) { value in { $0.0 = value } }
        $0.subscribe(to: b, at: 1) { value in { $0.1 = value } }
        $0.subscribe(to: c, at: 2) { value in { $0.2 = value } }
        $0.subscribe(to: d, at: 3) { value in { $0.3 = value } }
      }
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Publishes the latest values of this and another publisher whenever one of them sends a value.
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Publishes the results of a closure for the latest values whenever one of the publishers sends a value.
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the latest values of this and two others whenever one of them sends a value.
  public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.CombineLatest3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Publishes the results of a closure for the latest values whenever one of the publishers sends a value.
  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Publishes the latest values of this and three others whenever one of them sends a value.
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(_ publisher1: P, _ publisher2: Q, _ publisher3: R)
    -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Publishes the results of a closure for the latest values whenever one of the publishers sends a value.
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}
