public import OpenCombine

/// Sends the values of all publishers as they come.
///
/// A publisher is asked for one value at a time, which is kept until the subscriber asks for it. If the subscriber's
/// demand is unlimited, the publisher is asked for all its values.
private struct MergeJoining<Output>: Joining {
  var upstreams: [JoinedUpstream]
  /// Values that the subscriber has not asked for yet, at most one from each publisher.
  private var kept: [(output: Output, index: Int)] = []
  /// The number of values that the subscriber has asked for and not received yet.
  private var demand = Subscribers.Demand.none

  var isKeeping: Bool { !kept.isEmpty }

  init(of count: Int) { upstreams = [JoinedUpstream](repeating: JoinedUpstream(), count: count) }

  mutating func request(_ more: Subscribers.Demand) -> [Output] {
    demand += more
    let outputs = kept.prefix(demand.max ?? kept.count).map(\.output)
    kept.removeFirst(outputs.count)
    demand -= outputs.count
    askOn()
    return outputs
  }

  mutating func receive(_ output: Output, from index: Int) -> (output: Output?, released: Any?) {
    guard demand > .none else {
      kept.append((output, index))
      return (nil, nil)
    }
    demand -= 1
    return (output, nil)
  }

  /// Asks each publisher of which nothing is kept or on the way, while the subscriber wants more.
  private mutating func askOn() {
    guard demand > .none else { return }
    for index in upstreams.indices {
      if demand == .unlimited {
        if upstreams[index].demand != .unlimited { upstreams[index].ask(for: .unlimited) }
      } else if upstreams[index].demand == .none, !kept.contains(where: { $0.index == index }) {
        upstreams[index].ask(for: .max(1))
      }
    }
  }
}

extension Publishers {
  /// Publishes the values of two publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure, A.Output == B.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) {
      (self.a, self.b) = (a, b)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: 2), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
      }
    }
  }

  /// Publishes the values of three publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output {
    public typealias Output = A.Output
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
      JoinedSubscription.begin(MergeJoining(of: 3), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
      }
    }
  }

  /// Publishes the values of four publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure,
    A.Output == D.Output
  {
    public typealias Output = A.Output
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
      JoinedSubscription.begin(MergeJoining(of: 4), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
        $0.subscribe(to: d, at: 3) { $0 }
      }
    }
  }

  /// Publishes the values of five publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure,
    A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: 5), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
        $0.subscribe(to: d, at: 3) { $0 }
        $0.subscribe(to: e, at: 4) { $0 }
      }
    }
  }

  /// Publishes the values of six publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure,
    A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: 6), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
        $0.subscribe(to: d, at: 3) { $0 }
        $0.subscribe(to: e, at: 4) { $0 }
        $0.subscribe(to: f, at: 5) { $0 }
      }
    }
  }

  /// Publishes the values of seven publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure,
    A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
    A.Failure == G.Failure, A.Output == G.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g) = (a, b, c, d, e, f, g)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: 7), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
        $0.subscribe(to: d, at: 3) { $0 }
        $0.subscribe(to: e, at: 4) { $0 }
        $0.subscribe(to: f, at: 5) { $0 }
        $0.subscribe(to: g, at: 6) { $0 }
      }
    }
  }

  /// Publishes the values of eight publishers as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
  >: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure,
    A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
    A.Failure == G.Failure, A.Output == G.Output, A.Failure == H.Failure, A.Output == H.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G
    public let h: H

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: 8), for: subscriber) {
        $0.subscribe(to: a, at: 0) { $0 }
        $0.subscribe(to: b, at: 1) { $0 }
        $0.subscribe(to: c, at: 2) { $0 }
        $0.subscribe(to: d, at: 3) { $0 }
        $0.subscribe(to: e, at: 4) { $0 }
        $0.subscribe(to: f, at: 5) { $0 }
        $0.subscribe(to: g, at: 6) { $0 }
        $0.subscribe(to: h, at: 7) { $0 }
      }
    }
  }

  /// Publishes the values of any number of publishers of a type as they come.
  ///
  /// No value is lost: of each publisher one at most waits for the subscriber to ask for it. It finishes when all
  /// publishers have, and fails with the first one that fails. Values come one at a time, on the threads of the
  /// publishers.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }
    public init(_ upstream: some Swift.Sequence<Upstream>) { publishers = Array(upstream) }

    /// Subscribes to the publishers, in order.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      JoinedSubscription.begin(MergeJoining(of: publishers.count), for: subscriber) { subscription in
        for (index, publisher) in publishers.enumerated() { subscription.subscribe(to: publisher, at: index) { $0 } }
      }
    }

    /// Adds a publisher.
    public func merge(with other: Upstream) -> MergeMany { MergeMany(publishers + [other]) }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
