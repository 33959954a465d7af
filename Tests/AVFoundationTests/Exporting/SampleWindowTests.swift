import Testing

@testable import AVFoundation

/// The rule by which several pipes share the samples of one output, without threads.
@Suite struct SampleWindowTests {
  private static let length = 4

  /// Takes or reads samples for a taker, which are numbers from 0, until it has to wait or is at the end.
  private static func run(
    _ window: inout SampleWindow<Int>, _ taker: Int, next: inout Int, of count: Int
  ) -> (taken: [Int], waits: Bool) {
    var taken: [Int] = []
    while true {
      switch window.next(for: taker) {
      case .take(let sample): taken.append(sample)
      case .read:
        window.didRead(next < count ? next : nil)
        next += 1
      case .wait: return (taken, true)
      case .end: return (taken, false)
      }
    }
  }

  @Test func `the fastest is as far ahead of the slowest as the window is long, and no further`() {
    var window = SampleWindow<Int>(length: Self.length)
    let (fast, slow) = (window.addTaker(), window.addTaker())
    var next = 0
    var ahead = Self.run(&window, fast, next: &next, of: 100)
    #expect(ahead.taken == Array(0..<Self.length) && ahead.waits)
    guard case .take(0) = window.next(for: slow) else { return _ = Issue.record("the slow one gets the first sample") }
    ahead = Self.run(&window, fast, next: &next, of: 100)
    #expect(ahead.taken == [Self.length] && ahead.waits)
    window.close(slow)
    ahead = Self.run(&window, fast, next: &next, of: 100)
    #expect(ahead.taken == Array(Self.length + 1..<100) && !ahead.waits)
    guard case .end = window.next(for: slow) else { return _ = Issue.record("a taker that is closed takes nothing") }
  }

  @Test func `one reads at a time, and the others take what is there`() {
    var window = SampleWindow<Int>(length: Self.length)
    let takers = [window.addTaker(), window.addTaker()]
    guard case .read = window.next(for: takers[0]) else { return _ = Issue.record("the first reads") }
    guard case .wait = window.next(for: takers[1]) else { return _ = Issue.record("the second waits for it") }
    window.didRead(7)
    for taker in takers {
      guard case .take(7) = window.next(for: taker) else { return _ = Issue.record("both take the same sample") }
    }
    guard case .read = window.next(for: takers[1]) else { return _ = Issue.record("whoever comes first reads") }
    window.didRead(nil)
    for taker in takers {
      guard case .end = window.next(for: taker) else { return _ = Issue.record("the end is for both") }
    }
    window.reopen()
    guard case .read = window.next(for: takers[0]) else { return _ = Issue.record("reading goes on") }
  }

  @Test func `a taker that is at the end needs no other, and one that never took holds up the rest`() {
    var window = SampleWindow<Int>(length: Self.length)
    let (alone, idle) = (window.addTaker(), window.addTaker())
    var next = 0
    let few = Self.run(&window, alone, next: &next, of: Self.length - 1)
    #expect(few.taken == Array(0..<Self.length - 1) && !few.waits)
    let late = Self.run(&window, idle, next: &next, of: Self.length - 1)
    #expect(late.taken == few.taken && !late.waits)
  }
}
