import Testing

@testable import AVFoundation

@Suite("How far an output is read")
struct OutputProgressTests {
  private enum Step { case end, final, reset }

  /// What each step says: whether it finished the output.
  private func answers(_ steps: [Step], supportsRandomAccess: Bool) -> [Bool] {
    var progress = OutputProgress()
    progress.supportsRandomAccess = supportsRandomAccess
    return steps.map { step in
      switch step {
      case .end: return progress.reachEnd()
      case .final: return progress.markAsFinal()
      case .reset:
        progress.reset()
        return false
      }
    }
  }

  @Test func `AR-09: without random access its end finishes an output, once`() {
    #expect(answers([.end, .end, .final], supportsRandomAccess: false) == [true, false, false])
    #expect(answers([.final, .end], supportsRandomAccess: false) == [false, true])
  }

  @Test
  func `AR-24, AR-28: with random access an output is finished by its end and a final configuration, in any order`() {
    #expect(
      answers([.end, .reset, .final, .end, .end], supportsRandomAccess: true) == [false, false, false, true, false])
    #expect(answers([.end, .final, .final], supportsRandomAccess: true) == [false, true, false])
    #expect(answers([.final, .end], supportsRandomAccess: true) == [false, true])
    #expect(answers([.end, .reset, .end], supportsRandomAccess: true) == [false, false, false])
  }
}
