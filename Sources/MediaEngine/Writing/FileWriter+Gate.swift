import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// What tracks ask of the gate and tell it, and what follows from it.
extension FileWriter {
  /// Whether the track may append now: a yes holds until it does. After failure or cancellation yes, so that
  /// waiting loops end.
  func mayAppend(_ track: Int) -> Bool {
    let isReady = state.withLock { $0.acceptsQuestions && $0.gate.promiseAppend(track) }
    // One more may be waiting for a receiver.
    if !isReady { resumeReceivers() }
    return isReady
  }

  /// Whether an append is no misuse: the track may append, or the client was told so before another thread finished it.
  func mayTryAppend(_ track: Int) -> Bool {
    let mayTry = state.withLock { state in
      if state.gate.isFinished(track) { return state.gate.takePromise(track) }
      return state.acceptsQuestions && state.gate.promiseAppend(track)
    }
    // One more may be waiting for a receiver.
    if !mayTry { resumeReceivers() }
    return mayTry
  }

  /// Takes note of an accepted sample: whether its codec is to be woken; `nil` when the writer no longer accepts any.
  func didAppend(_ track: Int, endTime: Int64) -> Bool? {
    let wakesCodec: Bool? = state.withLock { state in
      guard state.lifecycle.acceptsSamples, !state.gate.isFinished(track) else { return nil }
      state.requests[track]?.request.didAppend()
      return state.gate.didAppend(track, endTime: endTime)
    }
    // The slowest track moved on, so others may be ready again.
    if wakesCodec != nil { readinessChanged() }
    return wakesCodec
  }

  /// Whether samples were accepted that the track's codec did not take yet.
  func hasWaitingSamples(_ track: Int) -> Bool { state.withLock { $0.gate.hasWaitingSamples(track) } }

  func didGiveToCodec(_ track: Int) {
    state.withLock { $0.gate.didGiveToCodec(track) }
    readinessChanged()
  }

  func finish(track: Int) {
    state.withLock { state in
      state.gate.finish(track)
      state.requests[track]?.request.stop()
      state.requests[track] = nil
    }
    readinessChanged()
  }

  /// Takes an encoded sample for writing. Waits while the file cannot keep up with the encoders.
  func didEncode(_ track: Int, _ sample: EncodedSample, decodeTime: Int64) {
    var (sample, byteCount) = (sample, 0)
    if case .packet(let packet) = sample {
      byteCount = PacketSpill.holds(packet) ? 0 : packet.bytes.count
      let mustSpill = byteCount > 0 && state.withLock { $0.keepsOrder && $0.gate.isHalfFull }
      if mustSpill, let spill {
        do {
          sample = .packet(try spill.store(packet))
          byteCount = 0
        } catch {
          return fail(error)
        }
      }
    }
    let (wakesFile, mustPause) = state.withLock { state in
      (
        state.gate.didEncode(track, decodeTime: decodeTime, byteCount: byteCount, payload: sample),
        state.gate.mustPauseEncoding
      )
    }
    if wakesFile || mustPause { worker.signal() }
    if mustPause { room.wait { state.withLock { !$0.gate.mustPauseEncoding } } }
  }

  /// What the track gives from now on belongs to the next segment.
  func didEndSegment(_ track: Int) {
    state.withLock { $0.gate.didEndSegment(track) }
    worker.signal()
  }

  /// The track's last packet was given; `timeline` says what of it is presented.
  func didDrain(_ track: Int, _ timeline: TrackTimeline?, _ passes: PassReport?) {
    state.withLock { state in
      state.timelines[track] = timeline
      state.passReports[track] = passes
      state.gate.didDrain(track)
    }
    worker.signal()
    // A track that shares a size with this one may be waiting to know what is left.
    room.signalAll()
  }

  /// Something that readiness follows from has changed: runs the requests of tracks that are ready, and tells of
  /// those whose readiness is another now.
  func readinessChanged() {
    let (ended, due, changed) = state.withLock { state in
      let ended = endedWaits(&state)
      var due: [Int] = []
      var changed: [@Sendable () -> Void] = []
      for track in state.readiness.indices {
        let mayResume = state.acceptsQuestions && state.gate.mayResume(track)
        if state.requests[track]?.request.readinessChanged(isReady: mayResume) == .run { due.append(track) }
        let wasReady = state.readiness[track].isReady
        // A yes is told when several samples may be appended, as to request blocks; a no at once.
        let isReady = mayResume || wasReady && state.acceptsQuestions && state.gate.mayAppend(track)
        if isReady != wasReady {
          state.readiness[track].isReady = isReady
          changed.append(state.readiness[track].didChange)
        }
      }
      return (ended, due, changed)
    }
    perform(ended)
    for track in due { schedule(track, after: nil) }
    for didChange in changed { didChange() }
  }
}
