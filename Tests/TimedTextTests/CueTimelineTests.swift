import TestSupport
import Testing

@testable import TimedText

/// Overlapping texts as stretches that do not overlap.
struct CueTimelineTests {
  private func stretches(_ cues: [(Int, Int, String)]) -> [String] {
    var timeline = CueTimeline<Int>()
    var found: [CueTimeline<Int>.Stretch] = []
    for (start, end, text) in cues { found += timeline.add(StyledText([.init(text)]), from: start, to: end) }
    found += timeline.finish()
    return found.map { "\($0.start)-\($0.end) \($0.text.text.replacing("\n", with: "|"))" }
  }

  @Test func `pauses are stretches without text`() {
    #expect(stretches([(2, 4, "a"), (6, 7, "b")]) == ["2-4 a", "4-6 ", "6-7 b"])
    #expect(stretches([]) == [])
  }

  @Test func `what overlaps is shown together`() {
    #expect(
      stretches([(0, 5, "a"), (2, 8, "b"), (3, 4, "c")]) == ["0-2 a", "2-3 a|b", "3-4 a|b|c", "4-5 a|b", "5-8 b"])
  }

  @Test func `one that is late or has no length`() {
    #expect(stretches([(5, 6, "a"), (1, 9, "b"), (7, 7, "c")]) == ["5-6 a|b", "6-9 b"])
  }

  @Test func `stretches follow each other without holes`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var timeline = CueTimeline<Int>()
      var start = 0
      var found: [CueTimeline<Int>.Stretch] = []
      for _ in 0..<50 {
        start += Int.random(in: 0..<5, using: &random)
        let end = start + Int.random(in: 0..<200, using: &random)
        found += timeline.add(StyledText([.init("x")]), from: start, to: end)
      }
      found += timeline.finish()
      #expect(found.allSatisfy { $0.start < $0.end })
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.end == $1.start })
    }
  }
}
