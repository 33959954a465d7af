import TestSupport
import Testing

@testable import AVFoundation

/// The states of an export session, for every order of the calls that change them (EX-60, EX-65).
@Suite struct ExportLifecycleTests {
  private enum Step: CaseIterable { case begin, start, cancel, complete, fail }

  private struct Run {
    var lifecycle = ExportLifecycle()
    var hasBegun = false
    var wasCancelledBefore = false
    var wasCancelled = false

    mutating func take(_ step: Step) {
      let before = lifecycle.status
      switch step {
      case .begin:
        let begins = lifecycle.begin()
        #expect(begins == (before == .unknown))
        if begins { hasBegun = true }
      case .start: lifecycle.start()
      case .cancel:
        let rest = lifecycle.cancel()
        #expect((rest == .end) == (before == .unknown))
        #expect((rest == .stop) == ((before == .waiting || before == .exporting) && !wasCancelled))
        if rest == .end { wasCancelledBefore = true }
        if rest == .stop { wasCancelled = true }
      case .complete: lifecycle.end(isComplete: true)
      case .fail: lifecycle.end(isComplete: false)
      }
      if [.completed, .failed, .cancelled].contains(before) { #expect(lifecycle.status == before) }
      #expect(lifecycle.status.rawValue >= before.rawValue)
    }
  }

  @Test func `EX-60, EX-65: every order of six calls ends where it must`() {
    var runs: [Run] = [Run()]
    for _ in 0..<6 {
      runs = runs.flatMap { run in
        Step.allCases.map { step in
          var next = run
          next.take(step)
          return next
        }
      }
    }
    for run in runs {
      switch run.lifecycle.status {
      case .unknown, .waiting, .exporting: break
      case .completed: #expect(run.hasBegun && !run.wasCancelledBefore)
      case .failed: #expect(run.hasBegun && !run.wasCancelled)
      case .cancelled: #expect(run.wasCancelledBefore || run.wasCancelled)
      }
    }
  }
}
