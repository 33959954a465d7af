import TestSupport
import Testing

@testable import MediaEngine

@Suite struct ByteRangesTests {
  @Test func `stretches are what was inserted and not removed, in any order`() {
    for seed in 0..<100 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var ranges = ByteRanges()
      var bytes: Set<Int64> = []
      for _ in 0..<60 {
        let start = Int64.random(in: 0..<200, using: &numbers)
        let range = start..<start + .random(in: 0..<30, using: &numbers)
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          ranges.remove(range)
          bytes.subtract(range)
        } else {
          ranges.insert(range)
          bytes.formUnion(range)
        }
        #expect(ranges.byteCount == Int64(bytes.count))
        let isApart = zip(ranges.stretches, ranges.stretches.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        #expect(isApart, "seed \(seed)")
        let place = Int64.random(in: 0..<230, using: &numbers)
        #expect((ranges.stretch(at: place) != nil) == bytes.contains(place))
        #expect(ranges.firstMissing(from: place) == (place...).first { !bytes.contains($0) })
        if !bytes.contains(place) { #expect(ranges.nextStart(behind: place) == bytes.filter { $0 > place }.min()) }
        #expect(ranges.contains(range) == range.allSatisfy(bytes.contains))
      }
    }
  }
}
