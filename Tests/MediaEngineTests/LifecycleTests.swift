import CoreMedia
import MediaEngine
import MediaSupport
import Testing

@Suite("Lifecycle") struct LifecycleTests {
  private let failure = MediaError(.diskFull, .writing, "the disk is full")

  private func writing() -> Lifecycle {
    var lifecycle = Lifecycle()
    lifecycle.start()
    return lifecycle
  }

  @Test func `AW-10: unknown, writing, and one of three ends that never change`() {
    for end in 0..<3 {
      var lifecycle = writing()
      switch end {
      case 0: lifecycle.complete()
      case 1: _ = lifecycle.fail(failure)
      default: _ = lifecycle.cancel()
      }
      let status = lifecycle.status
      #expect(status.isTerminal)
      lifecycle.complete()
      let failed = lifecycle.fail(failure)
      let cancelled = lifecycle.cancel()
      #expect(!failed && !cancelled)
      #expect(lifecycle.status == status)
    }
  }

  @Test func `AW-54: a file that gets its name can be stopped no more, unless it does not get it`() {
    var lifecycle = writing()
    let isPublishing = lifecycle.beginPublishing()
    let (failed, cancelled) = (lifecycle.fail(failure), lifecycle.cancel())
    #expect(isPublishing && !failed && !cancelled)
    var other = lifecycle
    lifecycle.complete()
    #expect(lifecycle.status == .completed && !lifecycle.isPublishing)
    other.endPublishing()
    let failedThen = other.fail(failure)
    #expect(failedThen && other.status == .failed)
    var late = writing()
    let cancelledBefore = late.cancel()
    let mayPublish = late.beginPublishing()
    #expect(cancelledBefore && !mayPublish && !late.isPublishing)
  }

  @Test func `AW-54: a writer that is cancelled before it starts does not start`() {
    var lifecycle = Lifecycle()
    let isCancelled = lifecycle.cancel()
    let isStarted = lifecycle.start()
    #expect(isCancelled && !isStarted)
    #expect(lifecycle.status == .cancelled)
  }

  @Test func `AW-12: the first error is kept`() {
    var lifecycle = writing()
    let first = lifecycle.fail(failure)
    let second = lifecycle.fail(MediaError(.inputOutput, .writing, "another"))
    #expect(first && !second)
    #expect(lifecycle.error?.kind == .diskFull)
  }

  @Test func `WI-60: samples are accepted while writing with an open session only`() throws {
    var lifecycle = Lifecycle()
    #expect(!lifecycle.acceptsSamples)
    lifecycle.start()
    #expect(!lifecycle.acceptsSamples)
    let opened = lifecycle.startSession(at: .zero)
    #expect(opened && lifecycle.acceptsSamples)
    let ended = try lifecycle.endSession(at: CMTime(value: 1, timescale: 1))
    #expect(ended && !lifecycle.acceptsSamples)
  }

  @Test func `pattern 6: a second startSession while writing changes nothing`() {
    var lifecycle = writing()
    _ = lifecycle.startSession(at: .zero)
    let again = lifecycle.startSession(at: CMTime(value: 5, timescale: 1))
    #expect(again)
    #expect(lifecycle.sessionStart == .zero)
  }

  @Test func `AW-35, AW-39: a session ends once, and no other follows`() throws {
    var lifecycle = writing()
    let endedTooEarly = try lifecycle.endSession(at: .zero)
    _ = lifecycle.startSession(at: .zero)
    let ended = try lifecycle.endSession(at: .zero)
    let endedAgain = try lifecycle.endSession(at: .zero)
    let reopened = lifecycle.startSession(at: .zero)
    #expect(!endedTooEarly && ended && !endedAgain && !reopened)
  }

  @Test func `AW-35: a session does not end before it starts`() throws {
    var lifecycle = writing()
    _ = lifecycle.startSession(at: CMTime(value: 10, timescale: 1))
    let error = #expect(throws: MediaError.self) { try lifecycle.endSession(at: CMTime(value: 9, timescale: 1)) }
    #expect(error?.kind == .invalidOperation)
    #expect(lifecycle.acceptsSamples)
    let ended = try lifecycle.endSession(at: CMTime(value: 10, timescale: 1))
    #expect(ended)
  }

  @Test func `AW-50: finishing begins once, and only while writing`() {
    var lifecycle = Lifecycle()
    let beforeStart = lifecycle.beginFinishing()
    lifecycle.start()
    let first = lifecycle.beginFinishing()
    let second = lifecycle.beginFinishing()
    #expect(!beforeStart && first && !second)
    #expect(!lifecycle.acceptsSamples)
  }
}
