import CoreMedia
import Dispatch
import MediaSupport
import MediaTime
import Synchronization

/// The clients' side: appending by polling (WI-40), by request blocks (WI-46 to WI-50) and by receivers (WI-90 to
/// WI-93).
extension Gate {
  // MARK: Appending

  /// The outcome of an attempt to append.
  package enum Acceptance {
    case accepted
    /// The writer failed, was cancelled, or has no open session (WI-60, WI-62), or another thread finished the track
    /// after the client was told that it may append (AW-51).
    case refused
    /// The track is not ready, and the client did not ask whether it is (WI-41).
    case notReady
  }

  /// Returns whether the track may append now; `true` holds until it does. It is `true` after failure or cancellation
  /// too, so that waiting loops end.
  func mayAppend(_ track: Int) -> Bool {
    update { state, _ in
      if state.isOver { state.tracks[track].request?.request.didTellEnd() }
      return state.acceptsQuestions && state.interleaver.promiseAppend(track)
    }
  }

  /// Accepts samples of a track, in decode order, if it may append now.
  ///
  /// - Parameter samples: the samples of one call of the client: a single sample, or several that replace a single
  ///   sample.
  func append(_ samples: some Sequence<CMSampleBuffer>, to track: Int) -> Acceptance {
    update { state, effects in append(samples, track, &state, &effects) }
  }

  /// Accepts a sample as `append(_:to:)` does, and returns whether the track may append the next one, as `mayAppend(_:)`
  /// does. The lock is taken once for both.
  func appendAsking(_ sample: CMSampleBuffer, to track: Int) -> (acceptance: Acceptance, mayAppend: Bool) {
    update { state, effects in
      let acceptance = append(CollectionOfOne(sample), track, &state, &effects)
      return (acceptance, acceptance == .accepted && state.interleaver.promiseAppend(track))
    }
  }

  private func append(
    _ samples: some Sequence<CMSampleBuffer>, _ track: Int, _ state: inout State, _ effects: inout Effects
  ) -> Acceptance {
    if state.isOver { state.tracks[track].request?.request.didTellEnd() }
    if state.interleaver.isFinished(track) { return state.interleaver.takePromise(track) ? .refused : .notReady }
    guard state.acceptsQuestions, state.interleaver.promiseAppend(track) else { return .notReady }
    guard state.lifecycle.acceptsSamples else { return .refused }
    for sample in samples { accept(sample, track, &state, &effects) }
    return .accepted
  }

  private func accept(_ sample: CMSampleBuffer, _ track: Int, _ state: inout State, _ effects: inout Effects) {
    let endTime = state.lifecycle.sessionStart.map { self.endTime(of: sample, from: origin(for: $0)) } ?? 0
    state.tracks[track].inbox.append(.sample(sample))
    state.tracks[track].request?.request.didAppend()
    if state.interleaver.didAppend(track, endTime: endTime, byteCount: sample.byteCount) {
      effects.wokenWorkers.append(state.tracks[track].worker)
    }
  }

  /// Returns the time from the file's time 0 to the sample's end, in nanoseconds.
  private func endTime(of sample: CMSampleBuffer, from origin: CMTime) -> Int64 {
    let decodeTime = sample.decodeTimeStamp
    let time = (decodeTime.isNumeric ? decodeTime : sample.presentationTimeStamp) - origin
    let duration = sample.duration
    return TimeBase.nanoseconds.ticks(duration.isNumeric ? time + duration : time) ?? 0
  }

  /// Notes that no more samples of a track will come. A second call has no effect (WI-50, WI-51).
  func finish(track: Int) { update { state, effects in finish(track, &state, &effects) } }

  func finish(_ track: Int, _ state: inout State, _ effects: inout Effects) {
    state.interleaver.finish(track)
    state.tracks[track].request?.request.stop()
    state.tracks[track].request = nil
    effects.wokenWorkers.append(state.tracks[track].worker)
  }

  // MARK: Request blocks

  /// Registers the block that feeds `track`; it is called on `queue` whenever the track is ready.
  ///
  /// - Returns: `false` when the track has a block already (WI-47).
  func requestSamples(_ track: Int, on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
    update { state, _ in
      guard state.tracks[track].request == nil else { return false }
      if !state.interleaver.isFinished(track) {
        state.tracks[track].request = ClientRequest(queue: queue, block: block)
        state.interleaver.setExpected(track, true)
      }
      return true
    }
  }

  /// Removes the block of a track, if it has one. A call of the block that has begun continues.
  func endRequest(_ track: Int) {
    update { state, effects in
      state.tracks[track].request?.request.stop()
      state.tracks[track].request = nil
      state.interleaver.setBeingFed(track, false)
      expectNothing(of: track, &state, &effects)
    }
  }

  /// Lets the file continue without waiting for the track's next sample.
  private func expectNothing(of track: Int, _ state: inout State, _ effects: inout Effects) {
    state.interleaver.setExpected(track, false)
    effects.wokenWorkers.append(fileWorker)
  }

  /// Calls the block of a track, on the client's queue.
  func runRequest(_ track: Int) {
    let block: (@Sendable () -> Void)? = state.withLock { state in
      let isOver = state.isOver
      guard state.tracks[track].request?.request.willRun(isOver: isOver) == true else { return nil }
      state.interleaver.setBeingFed(track, true)
      state.interleaver.setExpected(track, true)
      return state.tracks[track].request?.block
    }
    guard let block else { return }
    block()
    let queue: DispatchQueue? = update { state, effects in
      guard let queue = state.tracks[track].request?.queue else { return nil }
      let isReady = state.interleaver.mayAppend(track)
      let isOver = state.isOver
      let result = state.tracks[track].request!.request.didRun(isReady: isReady, isOver: isOver)
      // A track that is no longer fed must not hold up others.
      state.interleaver.setBeingFed(track, result.isBeingFed)
      if state.tracks[track].request!.request.isStopped { state.tracks[track].request?.block = nil }
      switch result.action {
      case .none: return nil
      case .run:
        effects.dueRequests.append((track, queue))
        return nil
      case .runLater:
        expectNothing(of: track, &state, &effects)
        return queue
      }
    }
    queue?.asyncAfter(deadline: .now() + .milliseconds(MediaRequest.retryDelayMilliseconds)) { [self] in
      runRequest(track)
    }
  }

  // MARK: Receivers

  /// The outcome of a receiver's attempt to append.
  enum Reception {
    case accepted
    case notReady
    case refused(MediaError)
  }

  /// Accepts a sample if the track may append now.
  func receive(_ sample: CMSampleBuffer, for track: Int) -> Reception {
    update { state, effects in
      if let refusal = refusal(of: track, state) { return .refused(refusal) }
      guard state.interleaver.promiseAppend(track) else { return .notReady }
      accept(sample, track, &state, &effects)
      state.interleaver.didAppendByReceiver(track)
      return .accepted
    }
  }

  private func refusal(of track: Int, _ state: State) -> MediaError? {
    if state.lifecycle.status == .failed, let error = state.lifecycle.error { return error }
    if state.lifecycle.status == .cancelled {
      return MediaError(.cancelled, .writing, "writing was cancelled")
    }
    if state.interleaver.isFinished(track) {
      return MediaError(.invalidOperation, .writing, "the receiver was finished")
    }
    if !state.lifecycle.acceptsSamples {
      return MediaError(.invalidOperation, .writing, "no session is open")
    }
    return nil
  }

  /// Suspends until the track may append, will never be able to, or the task is cancelled.
  func waitUntilReady(_ track: Int) async {
    let token = state.withLock { $0.waits.makeToken() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = update { state, _ in
          let isOver = Task.isCancelled || refusal(of: track, state) != nil
          if isOver || state.interleaver.promiseAppend(track) { return false }
          state.waits.add(token, track: track, continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let wait = state.withLock { state in
        let wait = state.waits.remove(token)
        if let wait { state.interleaver.withdraw(wait.track) }
        return wait
      }
      wait?.continuation.resume()
    }
  }
}

extension CMSampleBuffer {
  /// The number of bytes of the sample's data; 0 for a picture.
  var byteCount: Int { dataBuffer.map(CMBlockBufferGetDataLength) ?? 0 }
}
