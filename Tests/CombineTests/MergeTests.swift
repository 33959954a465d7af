import Combine
import Foundation
import TestSupport
import Testing

@Suite("Publishers of the values of several")
struct MergeTests {
  private enum Act: CaseIterable { case first, second, endFirst, endSecond, breakSecond }

  @Test func `every short order of values and ends of two publishers`() {
    for word in words(of: Act.allCases, count: 5) {
      let subjects = [PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>()]
      let asking = Asking<Int, Broken>()
      Publishers.Merge(subjects[0], subjects[1]).subscribe(asking)
      asking.request(.unlimited)
      var ended: Set<Int> = []
      var isBroken = false
      var expected: [Int] = []
      for (number, act) in word.enumerated() {
        let index = act == .first || act == .endFirst ? 0 : 1
        let isOpen = !isBroken && !ended.contains(index)
        switch act {
        case .first, .second:
          subjects[index].send(number)
          if isOpen { expected.append(number) }
        case .endFirst, .endSecond:
          subjects[index].send(completion: .finished)
          if isOpen { ended.insert(index) }
        case .breakSecond:
          subjects[1].send(completion: .failure(Broken()))
          if isOpen { isBroken = true }
        }
      }
      #expect(asking.received == expected, "\(word)")
      let completions: [Subscribers.Completion<Broken>] =
        isBroken ? [.failure(Broken())] : ended.count == 2 ? [.finished] : []
      #expect(asking.completions == completions, "\(word)")
    }
  }

  @Test func `two to eight publishers, and any number of a type`() {
    let one = { (value: Int) in [value].publisher }
    let merged: [AnyPublisher<Int, Never>] = [
      one(1).merge(with: Just(2)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), Just(3)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), one(3), Just(4)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), one(3), Just(4), one(5)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), one(3), Just(4), one(5), Just(6)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), one(3), Just(4), one(5), Just(6), one(7)).eraseToAnyPublisher(),
      one(1).merge(with: Just(2), one(3), Just(4), one(5), Just(6), one(7), Just(8)).eraseToAnyPublisher(),
      one(1).merge(with: one(2)).merge(with: one(3)).eraseToAnyPublisher(),
      Publishers.MergeMany((1...20).map(one)).eraseToAnyPublisher(),
      Publishers.MergeMany(one(1), one(2), one(3)).eraseToAnyPublisher(),
      Publishers.MergeMany([Just<Int>]()).eraseToAnyPublisher(),
    ]
    for (publisher, count) in zip(merged, [2, 3, 4, 5, 6, 7, 8, 3, 20, 3, 0]) {
      let asking = Asking<Int, Never>()
      publisher.subscribe(asking)
      asking.request(.unlimited)
      #expect(asking.received == Array(1..<(count + 1)) && asking.completions == [.finished])
    }
    #expect(Publishers.Merge(Just(1), Just(2)) == Publishers.Merge(Just(1), Just(2)))
    #expect(Publishers.MergeMany(Just(1), Just(2)) != Publishers.MergeMany(Just(1)))
  }

  @Test func `a subscriber gets as many values as it asks for, and none is lost or comes twice`() {
    for word in words(of: [0, 1, 2, 3], count: 6) {
      let asking = Asking<Int, Never>()
      [1, 2, 3].publisher.merge(with: Just(10), [21, 22].publisher).subscribe(asking)
      var asked = 0
      for count in word where count > 0 {
        asking.request(.max(count))
        asked += count
        #expect(asking.received.count == min(asked, 6), "\(word)")
        #expect(asking.completions == (asked < 6 ? [] : [.finished]), "\(word)")
      }
      asking.request(.unlimited)
      #expect(asking.received.sorted() == [1, 2, 3, 10, 21, 22], "\(word)")
      #expect(asking.received.filter { $0 < 10 } == [1, 2, 3] && asking.completions == [.finished], "\(word)")
    }
  }

  @Test func `a publisher is asked for one value at a time, and none before the subscriber asks`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let asking = Asking<Int, Never>()
    let told = Told<String>()
    a.handleEvents(receiveRequest: { told.append("a \($0)") })
      .merge(with: b.handleEvents(receiveRequest: { told.append("b \($0)") })).subscribe(asking)
    #expect(told.values == [])
    asking.request(.max(2))
    #expect(told.values == ["a max(1)", "b max(1)"])
    a.send(1)
    #expect(asking.received == [1] && told.values.count == 3)
    a.send(2)
    #expect(asking.received == [1, 2] && told.values.count == 3)
    b.send(3)
    b.send(4)
    #expect(asking.received == [1, 2])
    b.send(completion: .finished)
    a.send(completion: .finished)
    #expect(asking.completions == [], "one value waits")
    asking.request(.max(1))
    #expect(asking.received == [1, 2, 3] && asking.completions == [.finished])
  }

  /// Publishes numbers without an end, to whoever asks for all of them.
  private struct Flood: Publisher {
    typealias Output = Int
    typealias Failure = Never

    private final class Inner: Subscription {
      private var subscriber: AnySubscriber<Int, Never>?
      init(_ subscriber: AnySubscriber<Int, Never>) { self.subscriber = subscriber }

      func request(_ demand: Subscribers.Demand) {
        guard demand == .unlimited else { return }
        var number = 1
        while let subscriber {
          _ = subscriber.receive(number)
          number += 1
        }
      }

      func cancel() { subscriber = nil }
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Never {
      subscriber.receive(subscription: Inner(AnySubscriber(subscriber)))
    }
  }

  @Test func `an endless publisher ends with a subscriber that has enough, whenever it asks for all`() {
    let told = Told<Int>()
    let cancellable = (1...).publisher.merge(with: Just(0)).prefix(3).sink { told.append($0) }
    #expect(told.values == [1, 2, 3])
    cancellable.cancel()
    let subject = PassthroughSubject<Int, Never>()
    let asking = Asking<Int, Never>()
    asking.onReceive = { value in
      if value == 0 { asking.request(.unlimited) }
      if value == 3 { asking.subscription?.cancel() }
      return .none
    }
    subject.merge(with: Flood()).subscribe(asking)
    asking.request(.max(1))
    subject.send(0)
    #expect(asking.received == [0, 1, 2, 3])
  }

  @Test func `a value that is sent while one is received comes after it, and a failure after that`() {
    let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
    let told = Told<String>()
    let cancellable = a.merge(with: b).sink { _ in
      told.append("end")
    } receiveValue: { value in
      told.append("begin \(value)")
      if value == 1 {
        b.send(2)
        a.send(3)
        b.send(completion: .failure(Broken()))
        a.send(4)
      }
      told.append("end \(value)")
    }
    a.send(1)
    #expect(told.values == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3", "end"])
    cancellable.cancel()
  }

  @Test(arguments: 1...4)
  func `publishers on threads of their own: each value comes once, in order, one at a time`(seed: UInt64) async throws {
    nonisolated(unsafe) let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }  // They have locks.
    nonisolated(unsafe) var received: [Int] = []  // Values are received one at a time.
    nonisolated(unsafe) var endCount = 0  // The end is received once.
    let count = 300
    let cancellable = Publishers.MergeMany(subjects).sink { _ in
      endCount += 1
    } receiveValue: {
      // Not behind a lock: the thread sanitizer sees two calls at once.
      received.append($0)
    }
    try await bounded {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var numbers = SeededGenerator(seed: seed &* 4 &+ UInt64(thread))
        for value in 0..<count {
          subjects[thread].send(thread * count + value)
          if Bool.random(using: &numbers) { sched_yield() }
        }
        subjects[thread].send(completion: .finished)
      }
    }
    #expect(received.sorted() == Array(0..<(4 * count)) && endCount == 1)
    for thread in 0..<4 {
      let own = received.filter { $0 / count == thread }
      #expect(own == own.sorted())
    }
    cancellable.cancel()
  }

  @Test func `a subscription that is cancelled while values come on other threads ends them, and holds nobody`()
    async throws
  {
    final class Owner {}
    for _ in 0..<20 {
      nonisolated(unsafe) let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }  // They have locks.
      weak var owner: Owner?
      nonisolated(unsafe) var cancellable: AnyCancellable?  // One thread cancels it.
      do {
        let held = Owner()
        owner = held
        cancellable = Publishers.MergeMany(subjects).sink { _ in withExtendedLifetime(held) {} }
      }
      try await bounded {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          if thread == 3 {
            cancellable?.cancel()
          } else {
            for value in 0..<100 { subjects[thread].send(value) }
          }
        }
      }
      cancellable = nil
      #expect(owner == nil)
    }
  }
}
