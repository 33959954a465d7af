import MediaEngine
import Testing

@Suite("Media request") struct MediaRequestTests {
  @Test func `WI-48: the block runs when the track is ready, and again when readiness returns`() {
    var request = MediaRequest()
    let early = request.readinessChanged(isReady: false)
    let ready = request.readinessChanged(isReady: true)
    let twice = request.readinessChanged(isReady: true)
    #expect(early == .none && ready == .run && twice == .none)
    let mayRun = request.willRun(isOver: false)
    #expect(mayRun)
    request.didAppend()
    let result = request.didRun(isReady: false, isOver: false)
    #expect(result.isBeingFed && result.action == .none)
    let again = request.readinessChanged(isReady: true)
    #expect(again == .run)
  }

  @Test func `a block that appended nothing is called again later, and does not count as feeding`() {
    var request = MediaRequest()
    _ = request.readinessChanged(isReady: true)
    _ = request.willRun(isOver: false)
    let result = request.didRun(isReady: true, isOver: false)
    #expect(!result.isBeingFed && result.action == .runLater)
    let mayRun = request.willRun(isOver: false)
    #expect(mayRun)
  }

  @Test func `WI-50: after the track finished the block never runs`() {
    var request = MediaRequest()
    _ = request.readinessChanged(isReady: true)
    request.stop()
    let mayRun = request.willRun(isOver: false)
    let ready = request.readinessChanged(isReady: true)
    #expect(!mayRun && ready == .none)
  }

  @Test func `pattern 8: after failure the block has one run to see it, and is not polled`() {
    var request = MediaRequest()
    _ = request.readinessChanged(isReady: true)
    _ = request.willRun(isOver: true)
    let result = request.didRun(isReady: true, isOver: true)
    let ready = request.readinessChanged(isReady: true)
    #expect(result.action == .none && ready == .none && request.isStopped)
  }

  @Test func `a failure that comes after the block's last look is seen in one more run`() {
    var request = MediaRequest()
    _ = request.readinessChanged(isReady: true)
    _ = request.willRun(isOver: false)
    request.didAppend()
    let result = request.didRun(isReady: true, isOver: true)
    #expect(result.action == .run && !result.isBeingFed && !request.isStopped)
    let mayRun = request.willRun(isOver: true)
    let last = request.didRun(isReady: true, isOver: true)
    #expect(mayRun && last.action == .none && request.isStopped)
  }

  @Test func `a block that was told of the failure does not run again`() {
    var request = MediaRequest()
    _ = request.readinessChanged(isReady: true)
    _ = request.willRun(isOver: false)
    request.didTellEnd()
    let result = request.didRun(isReady: true, isOver: true)
    #expect(result.action == .none && request.isStopped)
  }
}
