import Testing

@testable import AVWritePipeline

@Suite struct BatchQueueTests {
  private static let failure = BatchReport.Ending.failed(JobError(.inputMissing, "a: no such file"))
  private static let success = BatchReport.Ending.done([], .complete)

  @Test func `every job begins once, in order`() {
    var queue = BatchQueue(jobCount: 3, stopsAtFailure: false)
    #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [0, 1, 2, nil])
  }

  @Test func `a failure stops nothing, unless it is to`() {
    for stops in [false, true] {
      var queue = BatchQueue(jobCount: 3, stopsAtFailure: stops)
      _ = (queue.next(), queue.next())
      queue.didEnd(1, Self.failure)
      #expect(queue.next() == (stops ? nil : 2))
      // What runs goes on to its end.
      queue.didEnd(0, Self.success)
      #expect(queue.finalEndings[0] == Self.success)
      #expect(queue.finalEndings[2] == .notStarted)
    }
  }

  @Test func `losses are a failure`() {
    var queue = BatchQueue(jobCount: 2, stopsAtFailure: true)
    _ = queue.next()
    queue.didEnd(0, .done([], .salvaged))
    #expect(queue.next() == nil)
  }

  @Test func `after a stop nothing begins`() {
    var queue = BatchQueue(jobCount: 2, stopsAtFailure: false)
    queue.stop()
    #expect(queue.next() == nil)
    #expect(queue.finalEndings == [.notStarted, .notStarted])
  }

  @Test func `a job that is given back is neither done nor failed`() {
    var queue = BatchQueue(jobCount: 1, stopsAtFailure: false)
    _ = queue.next()
    queue.didEnd(0, .notStarted)
    #expect([queue.counts.done, queue.counts.skipped, queue.counts.failed] == [0, 0, 0])
    #expect(queue.finalEndings == [.notStarted])
  }
}
