import TestSupport
import Testing

@testable import AVWritePipeline

/// How far work is that is done in nobody knows how many passes.
@Suite struct PassProgressTests {
  @Test func `a track that makes one pass is as far as the pass`() {
    let progress = PassProgress()
    for fraction in [0, 0.3, 1] { #expect(progress.fraction(ofFirst: fraction) == fraction) }
  }

  @Test func `a further pass is as far as it came in what it wants`() {
    var progress = PassProgress()
    progress.beginPass()
    let first = progress.fraction(ofFirst: 1)
    progress.beginPass(wanting: [2..<4, 10..<12])
    #expect(progress.fraction(ofFirst: 1) == first)
    progress.reach(9)
    let half = progress.fraction(ofFirst: 1)
    progress.reach(12)
    #expect(abs((half - first) * 2 - (progress.fraction(ofFirst: 1) - first)) < 1e-9)
  }

  @Test func `what further passes were given goes on to be counted, so that the speed does not sink`() {
    var progress = PassProgress()
    progress.beginPass()
    #expect(progress.repeatedPictures == 0 && progress.repeatedSeconds == 0)
    progress.beginPass(wanting: [2..<4, 10..<12])
    for second in [2.0, 3, 10, 11, 12] { progress.reach(second) }
    progress.beginPass(wanting: [3..<4])
    for second in [3.0, 4] { progress.reach(second) }
    #expect(progress.repeatedPictures == 7 && progress.repeatedSeconds == 5)
  }

  @Test func `it never goes back, and never is the whole before the end`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      var progress = PassProgress()
      progress.beginPass()
      var last = 0.0
      for step in 0...4 {
        let now = progress.fraction(ofFirst: Double(step) / 4)
        #expect(now >= last && now < 1)
        last = now
      }
      for _ in 0..<Int.random(in: 0..<7, using: &generator) {
        let start = Double.random(in: 0..<50, using: &generator)
        progress.beginPass(wanting: Bool.random(using: &generator) ? [start..<60] : [])
        for _ in 0..<5 {
          progress.reach(Double.random(in: 0..<70, using: &generator))
          let now = progress.fraction(ofFirst: 1)
          #expect(now >= last && now < 1)
          last = now
        }
      }
    }
  }
}
