import Dispatch
import MediaSupport
import Synchronization

/// Receivers: clients that await each append (WI-90 to WI-93).
extension FileWriter {
  /// What became of a receiver's sample.
  enum Reception {
    case accepted(wakesCodec: Bool)
    case notReady
    case refused(MediaError)
  }

  /// Accepts a sample if the track may append now.
  func receive(_ track: Int, endTime: Int64) -> Reception {
    let reception: Reception = state.withLock { state in
      if let refusal = refusal(of: track, state) { return .refused(refusal) }
      guard state.gate.promiseAppend(track) else { return .notReady }
      let wakesCodec = state.gate.didAppend(track, endTime: endTime)
      state.gate.didAppendByReceiver(track)
      return .accepted(wakesCodec: wakesCodec)
    }
    readinessChanged()
    return reception
  }

  private func refusal(of track: Int, _ state: State) -> MediaError? {
    if state.lifecycle.status == .failed, let error = state.lifecycle.error { return error }
    if state.lifecycle.status == .cancelled {
      return MediaError(.cancelled, .writing, "writing was cancelled")
    }
    if state.gate.isFinished(track) {
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
        let mustWait = state.withLock { state in
          if Task.isCancelled || refusal(of: track, state) != nil || state.gate.promiseAppend(track) { return false }
          state.waits.add(token, track: track, continuation)
          return true
        }
        if mustWait { readinessChanged() } else { continuation.resume() }
      }
    } onCancel: {
      let wait = state.withLock { state in
        let wait = state.waits.remove(token)
        if let wait { state.gate.withdraw(wait.track) }
        return wait
      }
      wait?.continuation.resume()
    }
  }

  /// Resumes the appends whose tracks are ready or will never be, and sees to it that no track waits for ever for
  /// a receiver whose client does not append.
  func resumeReceivers() {
    perform(state.withLock { endedWaits(&$0) })
  }

  /// The appends that wait no longer, and when the gate's patience with a receiver ends; under the lock.
  func endedWaits(_ state: inout State) -> (over: [CheckedContinuation<Void, Never>], lapse: Int64?) {
    let isWriting = state.lifecycle.status == .writing
    let over = state.waits.removeAll { [gate = state.gate] track in
      !isWriting || gate.isFinished(track) || gate.mayAppend(track)
    }
    return (over, state.gate.noteMisses(at: Self.now))
  }

  /// Does what `endedWaits` answered, with the lock released.
  func perform(_ ended: (over: [CheckedContinuation<Void, Never>], lapse: Int64?)) {
    for continuation in ended.over { continuation.resume() }
    if let lapse = ended.lapse { scheduleLapse(at: lapse) }
  }

  /// Nanoseconds of a clock that never jumps.
  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  private func scheduleLapse(at due: Int64) {
    let isNew = state.withLock { state in
      if let earlier = state.nextLapse, earlier <= due { return false }
      state.nextLapse = due
      return true
    }
    guard isNew else { return }
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: UInt64(due))) { [weak self] in
      self?.lapse(due)
    }
  }

  private func lapse(_ due: Int64) {
    state.withLock { state in
      if state.nextLapse == due { state.nextLapse = nil }
      _ = state.gate.lapse(at: Self.now)
    }
    // Who was waited for may be waited for again, at another time.
    readinessChanged()
  }
}
