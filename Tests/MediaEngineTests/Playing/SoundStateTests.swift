import Testing

@testable import MediaEngine

@Suite struct SoundStateTests {
  /// A sound whose first position is decoded.
  private func decoded(from frame: Int64, rate: Double = 1) -> SoundState {
    var state = SoundState(at: frame, rate: rate, .spectral, loopCount: 0)
    if let target = state.takeTarget() { state.restarts(from: target.origin) }
    _ = state.arrives()
    return state
  }

  @Test func `a position is sought once, and reached when it is decoded`() {
    var state = SoundState(at: 100, rate: 2, .spectral, loopCount: 0)
    #expect(state.mustSeek && !state.isToBeDecoded && !state.isReady && state.goal == 100)
    let isEarly = state.arrives()
    #expect(!isEarly, "the worker has not sought it")
    let target = state.takeTarget()
    #expect(target == SpeedMap(origin: 100, rate: 2))
    let again = state.takeTarget()
    #expect(again == nil && !state.mustSeek && state.isToBeDecoded)
    state.restarts(from: 100)
    let hasArrived = state.arrives()
    #expect(hasArrived && state.isReady && state.map.frame(at: 10) == 120)
    let twice = state.arrives()
    #expect(!twice)
  }

  @Test func `a position that is sought meanwhile is reached instead`() {
    var state = SoundState(at: 0, rate: 1, .spectral, loopCount: 0)
    state.startFrame = 7
    _ = state.takeTarget()
    state.seek(to: 50, rate: 3)
    let hasArrived = state.arrives()
    #expect(!hasArrived && state.goal == 50 && state.startFrame == nil)
    let target = state.takeTarget()
    #expect(target == SpeedMap(origin: 50, rate: 3))
    state.seek(to: 60)
    let next = state.takeTarget()
    #expect(next?.rate == 3, "the speed is kept")
  }

  @Test func `an ended sound is neither sought nor decoded`() {
    var state = SoundState(at: 0, rate: 1, .spectral, loopCount: 0)
    state.hasEnded = true
    #expect(!state.mustSeek && !state.isToBeDecoded)
    _ = state.takeTarget()
    let hasArrived = state.arrives()
    #expect(!hasArrived && !state.isToBeDecoded)
  }

  @Test func `the end is the earliest of the sound's, the limit, and the place where another takes over`() {
    var state = decoded(from: 100, rate: 2)
    #expect(state.endPlace == nil && state.endFrame == nil)
    let isOther = state.finds(end: 500, length: 1100)
    let isOtherAgain = state.finds(end: 500, length: nil)
    #expect(isOther && !isOtherAgain && state.endPlace == 500 && state.endFrame == 1100)
    state.limit = 700
    #expect(state.endPlace == 300 && state.endFrame == 1100)
    state.stop = 40
    #expect(state.endPlace == 40)
    state.seek(to: 0)
    #expect(state.endFrame == nil, "it is not known in the ring that will be decoded")
  }

  @Test func `frames of repetitions count from the sound's start`() {
    var state = decoded(from: 20)
    #expect(state.frame(at: 150) == 170)
    _ = state.finds(end: nil, length: 100)
    #expect([0, 79, 80, 81, 180, 181].map { state.frame(at: $0) } == [20, 99, 100, 1, 100, 1])
    // A position behind the end has no repetition.
    var behind = decoded(from: 100)
    _ = behind.finds(end: 0, length: 100)
    #expect(behind.frame(at: 5) == 105)
  }

  @Test func `a time is decoded when what follows it is, or the sound ends before`() {
    var state = decoded(from: 100)
    #expect(!state.isDecoded(99, ahead: 0, written: 1000))
    #expect(!state.isDecoded(150, ahead: 20, written: 69))
    #expect(state.isDecoded(150, ahead: 20, written: 70))
    _ = state.finds(end: 60, length: nil)
    #expect(state.isDecoded(150, ahead: 20, written: 60))
    state.seek(to: 100)
    #expect(!state.isDecoded(150, ahead: 20, written: 60))
  }
}
