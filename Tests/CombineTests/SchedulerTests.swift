import Combine
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Schedulers of Combine")
struct SchedulerTests {
  /// A run loop that runs on a thread of its own.
  private final class Loop: @unchecked Sendable {
    // Sendable: constants once it is made.
    private(set) var loop = RunLoop.main
    let thread: Thread

    init() {
      let started = DispatchSemaphore(value: 0)
      // Written before `started` is signalled, read after.
      nonisolated(unsafe) var loop = RunLoop.main
      thread = Thread {
        loop = RunLoop.current
        // A loop without sources ends at once.
        let keeping = Timer(timeInterval: 3600, repeats: true) { _ in }
        loop.add(keeping, forMode: .default)
        started.signal()
        while !Thread.current.isCancelled { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
      }
      thread.start()
      started.wait()
      self.loop = loop
    }

    deinit { thread.cancel() }
  }

  /// Schedules in all ways, and checks that each action runs, where it should and not before its time.
  private func exercise<S: Scheduler & Sendable>(_ scheduler: S, isOn: @escaping @Sendable () -> Bool) async throws
  where S.SchedulerTimeType: Sendable, S.SchedulerTimeType.Stride: Sendable {
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      scheduler.schedule {
        #expect(isOn())
        done.signal()
      }
      done.wait()

      let date = scheduler.now.advanced(by: .milliseconds(30))
      scheduler.schedule(after: date) {
        #expect(isOn())
        #expect(scheduler.now >= date)
        done.signal()
      }
      done.wait()

      let runs = Atomic<Int>(0)
      let repeating = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
        #expect(isOn())
        if runs.add(1, ordering: .sequentiallyConsistent).newValue == 3 { done.signal() }
      }
      done.wait()
      repeating.cancel()
    }
  }

  @Test func `a dispatch queue`() async throws {
    let queue = DispatchQueue(label: "scheduler")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    try await exercise(queue) { DispatchQueue.getSpecific(key: key) == true }
  }

  @Test func `an operation queue`() async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    try await exercise(queue) { OperationQueue.current === queue }
  }

  @Test func `a run loop, from another thread`() async throws {
    let loop = Loop()
    let thread = ObjectIdentifier(loop.thread)
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      let scheduler = loop.loop
      let told = Told<Bool>()
      scheduler.schedule {
        told.append(ObjectIdentifier(Thread.current) == thread)
        done.signal()
      }
      done.wait()
      let date = scheduler.now.advanced(by: .milliseconds(30))
      scheduler.schedule(after: date) {
        told.append(ObjectIdentifier(Thread.current) == thread && Date() >= date.date)
        done.signal()
      }
      done.wait()
      let repeating = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
        told.append(ObjectIdentifier(Thread.current) == thread)
        if told.values.count == 5 { done.signal() }
      }
      done.wait()
      repeating.cancel()
      #expect(told.values.prefix(5) == [true, true, true, true, true])
    }
  }

  @Test func `receive(on:) delivers in order on its queue`() async throws {
    let queue = DispatchQueue(label: "receiving")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let told = Told<Int>()
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.receive(on: queue).sink { value in
        #expect(DispatchQueue.getSpecific(key: key) == true)
        told.append(value)
        if value == 100 { done.signal() }
      }
      for value in 1...100 { subject.send(value) }
      done.wait()
      cancellable.cancel()
    }
    #expect(told.values == Array(1...100))
  }

  @Test func `strides of dispatch queues: units, literals, arithmetic, and the longest one`() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect(
      [Stride.seconds(2), .milliseconds(2), .microseconds(2), .nanoseconds(2)].map(\.magnitude) == [
        2_000_000_000, 2_000_000, 2_000, 2,
      ])
    #expect((1.5 as Stride).magnitude == 1_500_000_000)
    #expect((-2 as Stride).magnitude == -2_000_000_000)
    #expect(Stride.seconds(1) + .milliseconds(1) - .microseconds(1) == .nanoseconds(1_000_999_000))
    #expect(Stride.milliseconds(1) < .milliseconds(2))
    #expect(Stride.seconds(Int.max).magnitude == .max)
    #expect(Stride.seconds(-1e300).magnitude == -.max)
    #expect(Stride(.never).magnitude == .max)
    #expect(Stride(.milliseconds(3)) == .milliseconds(3))
    let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000))
    let later = time.advanced(by: .microseconds(5))
    #expect(later.dispatchTime.uptimeNanoseconds == 1_005_000)
    #expect(time.distance(to: later) == .microseconds(5))
    #expect(later.distance(to: time) == .microseconds(-5))
  }

  @Test func `strides of run loops and operation queues are seconds; times survive coding`() throws {
    typealias Stride = RunLoop.SchedulerTimeType.Stride
    #expect([Stride.seconds(2), .milliseconds(2), .microseconds(2)].map(\.timeInterval) == [2, 0.002, 0.000_002])
    #expect((0.5 as Stride) * 4 == 2)
    let time = OperationQueue.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 10))
    #expect(time.advanced(by: .seconds(1.5)).date == Date(timeIntervalSinceReferenceDate: 11.5))
    #expect(time.distance(to: time.advanced(by: -3)) == -3)
    let coded = try JSONDecoder().decode([SchedulerDate].self, from: JSONEncoder().encode([time]))
    #expect(coded == [time])
    let ticks = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 99))
    let recoded = try JSONDecoder().decode(
      [DispatchQueue.SchedulerTimeType].self, from: JSONEncoder().encode([ticks]))
    #expect(recoded == [ticks])
  }
}
