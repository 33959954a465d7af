import TestSupport
import Testing

@testable import MediaEngine

/// The order of pictures that only their counts tell.
@Suite struct OutputOrderTests {
  private static func shown(_ pictures: [(count: Int, beginsAnew: Bool)]) -> [Int] {
    var order = OutputOrder()
    return pictures.flatMap { order.add(count: $0.count, beginsAnew: $0.beginsAnew) } + order.drain()
  }

  @Test func `pictures are shown by their counts`() {
    #expect(Self.shown([(0, true), (8, false), (4, false), (2, false), (6, false)]) == [0, 3, 2, 4, 1])
    #expect(Self.shown([]) == [])
  }

  @Test func `counts that begin anew show what waits`() {
    #expect(Self.shown([(0, true), (4, false), (2, false), (0, true), (4, false), (2, false)]) == [0, 2, 1, 3, 5, 4])
  }

  @Test(arguments: 0..<40)
  func `any order that a decoder can hold is found`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    // Groups of pictures in any order, none larger than what a decoder holds.
    var pictures: [(count: Int, beginsAnew: Bool)] = []
    var wanted: [Int] = []
    var base = 0
    for group in 0..<30 {
      let beginsAnew = group == 0 || Int.random(in: 0..<8, using: &random) == 0
      if beginsAnew { base = Int.random(in: -20...20, using: &random) }
      let counts = (0..<Int.random(in: 1...16, using: &random)).map { base + 2 * $0 }
      // With what begins anew comes its first picture.
      let order =
        beginsAnew ? [counts[0]] + counts.dropFirst().shuffled(using: &random) : counts.shuffled(using: &random)
      let places = order.indices.sorted { order[$0] < order[$1] }.map { pictures.count + $0 }
      wanted += places
      pictures += order.enumerated().map { ($0.element, beginsAnew && $0.offset == 0) }
      base += 2 * counts.count
    }
    #expect(Self.shown(pictures) == wanted)
  }
}
