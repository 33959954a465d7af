import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct TaskLedgerTests {
  private func submitted(_ count: Int) -> TaskLedger {
    var ledger = TaskLedger(count: count)
    ledger.didSubmit(Array(0..<count))
    return ledger
  }

  @Test func `tasks are submitted, followed, and over when each has written its last line`() {
    var ledger = TaskLedger(count: 2)
    #expect(ledger.next == .submit([0, 1]))
    ledger.didSubmit([0, 1])
    #expect(ledger.next == .follow)
    ledger.didFinish(1)
    ledger.didFinish(1)
    #expect(ledger.next == .follow)
    ledger.didFinish(0)
    #expect(ledger.next == .end)
    #expect(TaskLedger(count: 0).next == .end)
  }

  @Test func `a task is lost when some listings in a row lack it, and not for one that was late`() {
    var ledger = submitted(2)
    #expect(ledger.didList([1]) == [])
    #expect(ledger.didList([0, 1]) == [])
    for _ in 1..<TaskLedger.patience { #expect(ledger.didList([1]) == []) }
    #expect(ledger.didList([1]) == [0])
    ledger.didLose(0, .interrupted("gone"))
    #expect(ledger.next == .submit([0]))
    // Its last line comes after all.
    ledger.didFinish(0)
    #expect(ledger.next == .follow)
    ledger.didFinish(1)
    #expect(ledger.next == .end)
  }

  @Test func `a task is submitted a few times, and one that would end the same way again only once`() {
    var ledger = submitted(2)
    for number in 1...TaskLedger.mostSubmissions {
      ledger.didLose(0, .interrupted("try \(number)"))
      if number < TaskLedger.mostSubmissions {
        #expect(ledger.next == .submit([0]))
        ledger.didSubmit([0])
      }
    }
    #expect(ledger.state(of: 0) == .failed("try \(TaskLedger.mostSubmissions)"))
    ledger.didLose(1, .final("no"))
    #expect(ledger.next == .end)
    #expect(ledger.state(of: 1) == .failed("no"))
    // An orphan that Slurm gave up may have done the task.
    ledger.didFinish(1)
    #expect(ledger.state(of: 1) == .done)
    #expect(ledger.next == .end)
  }

  @Test func `only the latest attempt of a task that was seen counts for failures`() {
    var ledger = submitted(1)
    #expect(ledger.isLatest(0, of: 0))
    ledger.didBegin(0, attempt: 2)
    ledger.didBegin(0, attempt: 1)
    #expect(!ledger.isLatest(1, of: 0))
    #expect(ledger.isLatest(2, of: 0))
  }
}
