import TestSupport
import Testing

@testable import MediaEngine

/// Wrong times are told from right ones by their neighbours.
@Suite struct TimeOrderTests {
  /// The elements that are in order, each its own time.
  private static func inOrder(_ times: [Int64], capacity: Int, allowsEqual: Bool = false) -> [Int64] {
    var order = TimeOrder<Int64>(capacity: capacity, allowsEqual: allowsEqual)
    var verdicts = times.compactMap { order.add($0, at: $0) }
    while let verdict = order.drain() { verdicts.append(verdict) }
    #expect(verdicts.count == times.count)
    return verdicts.compactMap { if case .inOrder(let time) = $0 { time } else { nil } }
  }

  @Test func `what is in order stays`() {
    #expect(Self.inOrder([0, 10, 20, 1000, 1010], capacity: 4) == [0, 10, 20, 1000, 1010])
  }

  @Test func `one that is too late or too early is wrong`() {
    #expect(Self.inOrder([0, 10, 900, 30, 40, 50], capacity: 4) == [0, 10, 30, 40, 50])
    #expect(Self.inOrder([100, 110, 5, 130, 140, 150], capacity: 4) == [100, 110, 130, 140, 150])
    #expect(Self.inOrder([900, 10, 20, 30], capacity: 4) == [10, 20, 30])
  }

  @Test func `a run of wrong times is found as far as its neighbours are held`() {
    let wrong: [Int64] = [0, 10, 800, 810, 820, 50, 60, 70, 80, 90]
    #expect(Self.inOrder(wrong, capacity: 8) == [0, 10, 50, 60, 70, 80, 90])
  }

  @Test func `a jump that does not come back is right`() {
    #expect(Self.inOrder([0, 10, 800, 810, 820, 830], capacity: 2) == [0, 10, 800, 810, 820, 830])
  }

  @Test func `two elements have one time where that is allowed`() {
    #expect(Self.inOrder([0, 10, 10, 20], capacity: 2, allowsEqual: true) == [0, 10, 10, 20])
    #expect(Self.inOrder([0, 10, 10, 20], capacity: 2) == [0, 10, 20])
  }

  @Test func `single wrong times anywhere in a long sequence are found`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var times = (0..<200).map { Int64($0) * 10 }
      let wrong = Int.random(in: 0..<200, using: &random)
      let time = Int64.random(in: 0...5000, using: &random)
      times[wrong] = time
      let found = Self.inOrder(times, capacity: 12)
      // A time that fits between its neighbours is right.
      let fits = (wrong == 0 || time > times[wrong - 1]) && (wrong == 199 || time < times[wrong + 1])
      #expect(found.count >= 199 && zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
      if !fits { #expect(found == times.indices.filter { $0 != wrong }.map { times[$0] }, "\(wrong) at \(time)") }
    }
  }
}
