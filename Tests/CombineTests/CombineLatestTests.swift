import Combine
import Foundation
import TestSupport
import Testing

@Suite("Publishers of the latest values of several")
struct CombineLatestTests {
  private typealias Subject = PassthroughSubject<Int, Broken>

  private enum Act: CaseIterable { case first, second, endFirst, endSecond, breakFirst }

  @Test func `every short order of values and ends of two publishers`() {
    for word in words(of: Act.allCases, count: 5) {
      let subjects = [Subject(), Subject()]
      let asking = Asking<[Int], Broken>()
      subjects[0].combineLatest(subjects[1]) { [$0, $1] }.subscribe(asking)
      asking.request(.unlimited)
      var latest: [Int?] = [nil, nil]
      var ended: Set<Int> = []
      var isBroken = false
      var expected: [[Int]] = []
      for (number, act) in word.enumerated() {
        let index = act == .second || act == .endSecond ? 1 : 0
        let isOver = isBroken || ended.count == 2
        switch act {
        case .first, .second:
          subjects[index].send(number)
          if isOver || ended.contains(index) { continue }
          latest[index] = number
          if let first = latest[0], let second = latest[1] { expected.append([first, second]) }
        case .endFirst, .endSecond:
          subjects[index].send(completion: .finished)
          if !isOver { ended.insert(index) }
        case .breakFirst:
          subjects[0].send(completion: .failure(Broken()))
          if !isOver, !ended.contains(0) { isBroken = true }
        }
      }
      #expect(asking.received == expected, "\(word)")
      let completions: [Subscribers.Completion<Broken>] =
        isBroken ? [.failure(Broken())] : ended.count == 2 ? [.finished] : []
      #expect(asking.completions == completions, "\(word)")
    }
  }

  @Test func `three and four publishers, with and without a closure`() {
    let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    let told = Told<[Int]>()
    var cancellables: Set<AnyCancellable> = []
    let (a, b, c, d) = (subjects[0], subjects[1], subjects[2], subjects[3])
    a.combineLatest(b, c).sink { told.append([$0, $1, $2]) }.store(in: &cancellables)
    a.combineLatest(b, c) { $0 * 100 + $1 * 10 + $2 }.sink { told.append([$0]) }.store(in: &cancellables)
    a.combineLatest(b, c, d).sink { told.append([$0, $1, $2, $3]) }.store(in: &cancellables)
    a.combineLatest(b, c, d) { [$3, $2, $1, $0] }.sink { told.append($0) }.store(in: &cancellables)
    for (number, subject) in subjects.enumerated() { subject.send(number + 1) }
    #expect(Set(told.values) == [[1, 2, 3], [123], [1, 2, 3, 4], [4, 3, 2, 1]] && told.values.count == 4)
    #expect(
      Publishers.CombineLatest(Just(1), Just("a")) == Publishers.CombineLatest(Just(1), Just("a")))
    #expect(Publishers.CombineLatest3(Just(1), Just(2), Just(3)) != .init(Just(1), Just(2), Just(4)))
  }

  @Test func `a value that is optional is one, also where it is nil`() {
    let told = Told<[Int?]>()
    let cancellable = Just<Int?>(nil).combineLatest(Just<Int?>(1)).sink { told.append([$0, $1]) }
    #expect(told.values == [[nil, 1]])
    cancellable.cancel()
  }

  @Test(arguments: 0..<2)
  func `a subscriber gets what it asks for at most, and in the end the latest of all`(of initial: Int) {
    for word in words(of: [0, 1, 2], count: 7) {
      let subjects = [CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0)]
      let asking = Asking<[Int], Never>()
      Publishers.CombineLatest(subjects[0], subjects[1]).map { [$0, $1] }.subscribe(asking)
      if initial > 0 { asking.request(.max(initial)) }
      var asked = initial
      for act in word {
        if act == 2 {
          asking.request(.max(1))
          asked += 1
        } else {
          subjects[act].value += 1
        }
        #expect(asking.received.count <= asked, "\(word)")
      }
      asking.request(.unlimited)
      #expect(asking.received.last == subjects.map(\.value), "\(word)")
      for (earlier, later) in zip(asking.received, asking.received.dropFirst()) {
        #expect(earlier[0] <= later[0] && earlier[1] <= later[1] && earlier != later, "\(word)")
      }
    }
  }

  @Test
  func `each publisher is asked for as much as the subscriber asks for, and for more where values were of no use`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let asking = Asking<[Int], Never>()
    let told = Told<String>()
    a.handleEvents(receiveRequest: { told.append("a \($0)") })
      .combineLatest(b.handleEvents(receiveRequest: { told.append("b \($0)") })) { [$0, $1] }.subscribe(asking)
    #expect(told.values == [])
    asking.request(.max(2))
    #expect(told.values == ["a max(2)", "b max(2)"])
    for value in 1...3 { a.send(value) }
    b.send(1)
    #expect(asking.received == [[2, 1]])
    #expect(told.values == ["a max(2)", "b max(2)", "a max(1)"])
    a.send(4)
    #expect(asking.received == [[2, 1], [4, 1]])
    b.send(2)
    a.send(5)
    #expect(asking.received.count == 2)
    // Nothing is lost at the end: the latest waits for the subscriber.
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(asking.completions == [])
    asking.request(.max(1))
    #expect(asking.received.last == [4, 2] && asking.completions == [.finished])
  }

  @Test func `a value that is sent while one is received comes after it`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let told = Told<String>()
    let cancellable = a.combineLatest(b).sink { value in
      told.append("begin \(value)")
      if value == (1, 1) {
        a.send(2)
        b.send(2)
      }
      told.append("end \(value)")
    }
    a.send(1)
    b.send(1)
    #expect(told.values == ["begin (1, 1)", "end (1, 1)", "begin (2, 1)", "end (2, 1)", "begin (2, 2)", "end (2, 2)"])
    cancellable.cancel()
  }

  @Test func `a value that sends when it is let go of finds nothing locked`() {
    final class Sender {
      let subject: PassthroughSubject<Int, Never>
      init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }
      deinit { subject.send(7) }
    }
    let (a, b) = (PassthroughSubject<Sender, Never>(), PassthroughSubject<Int, Never>())
    let told = Told<Int>()
    let cancellable = a.combineLatest(b).sink { told.append($0.1) }
    a.send(Sender(b))
    b.send(1)
    a.send(Sender(PassthroughSubject()))
    #expect(told.values == [1, 1, 7])
    cancellable.cancel()
  }

  @Test
  func `a failure comes at once, and cancels the others; a cancelled subscription cancels all, and holds nobody`() {
    final class Owner {}
    let told = Told<String>()
    let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
    func joined() -> Publishers.CombineLatest<some Publisher<Int, Broken>, some Publisher<Int, Broken>> {
      Publishers.CombineLatest(
        a.handleEvents(receiveCancel: { told.append("a") }), b.handleEvents(receiveCancel: { told.append("b") }))
    }
    weak var owner: Owner?
    var cancellable: AnyCancellable?
    func observe() {
      let held = Owner()
      owner = held
      cancellable = joined().sink(
        receiveCompletion: { _ in told.append("end") }, receiveValue: { _ in withExtendedLifetime(held) {} })
    }
    observe()
    a.send(1)
    b.send(1)
    cancellable?.cancel()
    #expect(told.values == ["a", "b"] && owner == nil)
    observe()
    a.send(1)
    a.send(completion: .failure(Broken()))
    #expect(told.values == ["a", "b", "b", "end"])
    cancellable = nil
    #expect(told.values == ["a", "b", "b", "end"] && owner == nil)
    // One that is over with the first publisher does not subscribe to the second.
    let isSubscribed = Told<Void>()
    cancellable = Fail<Int, Broken>(error: Broken())
      .combineLatest(
        Deferred {
          isSubscribed.append(())
          return b
        }
      ).sink(receiveCompletion: { _ in told.append("fail") }, receiveValue: { _ in })
    #expect(told.values.last == "fail" && isSubscribed.values.isEmpty)
  }

  @Test(arguments: 1...4)
  func `publishers on threads of their own: each value makes a combination, in order, one at a time`(seed: UInt64)
    async throws
  {
    nonisolated(unsafe) let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }  // They have locks.
    nonisolated(unsafe) var received: [[Int]] = []  // Values are received one at a time.
    let count = 300
    let cancellable = subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]).sink {
      // Not behind a lock: the thread sanitizer sees two calls at once.
      received.append([$0, $1, $2, $3])
    }
    for subject in subjects { subject.send(0) }
    try await bounded {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var numbers = SeededGenerator(seed: seed &* 4 &+ UInt64(thread))
        for value in 1...count {
          subjects[thread].send(value)
          if Bool.random(using: &numbers) { sched_yield() }
        }
      }
    }
    #expect(received.count == 1 + 4 * count)
    #expect(received.last == [Int](repeating: count, count: 4))
    for (earlier, later) in zip(received, received.dropFirst()) {
      #expect(zip(earlier, later).map { $1 - $0 }.sorted() == [0, 0, 0, 1])
    }
    cancellable.cancel()
  }
}
