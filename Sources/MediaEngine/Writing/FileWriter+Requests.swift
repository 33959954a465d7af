import Dispatch
import Synchronization

/// Clients that are called when their tracks are ready (WI-46 to WI-50).
extension FileWriter {
  /// Registers the block that feeds `track`; it is called on `queue` whenever the track is ready.
  ///
  /// - Returns: `false` when the track has a block already (WI-47).
  func requestSamples(_ track: Int, on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
    let registered = state.withLock { state in
      guard state.requests[track] == nil else { return false }
      if !state.gate.isFinished(track) {
        state.requests[track] = ClientRequest(queue: queue, block: block)
      }
      return true
    }
    readinessChanged()
    return registered
  }

  /// Forgets the block of a track, if it has one; a run that has begun goes on.
  func endRequest(_ track: Int) {
    state.withLock { state in
      state.requests[track]?.request.stop()
      state.requests[track] = nil
      state.gate.setBeingFed(track, false)
    }
    readinessChanged()
  }

  /// Calls the block of a track on its queue.
  func schedule(_ track: Int, after delay: DispatchTimeInterval?) {
    guard let queue = state.withLock({ $0.requests[track]?.queue }) else { return }
    let run: @Sendable () -> Void = { [self] in runRequest(track) }
    if let delay { queue.asyncAfter(deadline: .now() + delay, execute: run) } else { queue.async(execute: run) }
  }

  private func runRequest(_ track: Int) {
    let block: (@Sendable () -> Void)? = state.withLock { state in
      guard state.requests[track]?.request.willRun() == true else { return nil }
      state.gate.setBeingFed(track, true)
      return state.requests[track]?.block
    }
    guard let block else { return }
    block()
    let action = state.withLock { state -> MediaRequest.Action in
      guard state.requests[track] != nil else { return .none }
      let isReady = state.gate.mayAppend(track)
      let isOver = state.lifecycle.status != .writing
      let result = state.requests[track]!.request.didRun(isReady: isReady, isOver: isOver)
      state.gate.setBeingFed(track, result.isBeingFed)
      return result.action
    }
    switch action {
    case .none: break
    case .run: schedule(track, after: nil)
    case .runLater: schedule(track, after: .milliseconds(MediaRequest.retryDelayMilliseconds))
    }
    // A track that is no longer fed holds nobody.
    readinessChanged()
  }
}
