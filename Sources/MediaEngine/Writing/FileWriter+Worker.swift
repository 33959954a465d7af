import CoreMedia
import MediaSupport
import Synchronization

/// What the file's one worker does, on its thread.
extension FileWriter {
  /// Writes the packets whose order is decided, and closes the file after its last.
  func writeDecidedPackets() {
    do {
      repeat {
        while let (track, sample, someWait) = takePacket() {
          try container.write(sample, track: track)
          if someWait { room.signalAll() }
        }
        guard state.withLock({ $0.gate.takeSegmentEnd() }) else { break }
        try container.endSegment()
      } while true
      try finishIfComplete()
    } catch let error as MediaError {
      fail(error)
    } catch {
      fail(MediaError(.internalError, .writing, "unexpected error: \(error)"))
    }
    closeIfOver()
  }

  /// The next packet, and whether encoders may have been waiting for it to be taken.
  private func takePacket() -> (track: Int, sample: EncodedSample, someWait: Bool)? {
    state.withLock { state in
      if state.awaitsPasses { return nil }
      let someWait = state.gate.mustPauseEncoding
      return state.gate.nextPacket().map { ($0.track, $0.payload, someWait) }
    }
  }

  private func finishIfComplete() throws {
    let timelines = state.withLock { state -> [TrackTimeline]? in
      guard state.lifecycle.status == .writing, state.lifecycle.isFinishing, state.gate.isComplete else { return nil }
      return state.closed(state.timelines)
    }
    guard let timelines else { return }
    try container.finish(timelines)
    // Who cancels now comes too late: there is the whole file, or none, as the status says.
    guard state.withLock({ $0.lifecycle.beginPublishing() }) else { return }
    do {
      try container.publish()
      state.withLock { $0.lifecycle.complete() }
    } catch {
      state.withLock { $0.lifecycle.endPublishing() }
      throw error
    }
  }

  private func closeIfOver() {
    guard state.withLock({ $0.lifecycle.status.isTerminal && !$0.isClosed }) else { return }
    switch status {
    case .completed: break
    case .failed: container.abandon()
    default: container.cancel()
    }
    // Letting go of the tracks ends the circle of references between them and their file.
    let over = tracks.withLock { tracks in
      defer { tracks = [] }
      return tracks
    }
    for track in over { track.stop() }
    worker.stop()
    let completions = state.withLock { state in
      state.isClosed = true
      defer { state.completions = [] }
      return state.completions
    }
    for completion in completions { completion() }
  }
}

extension FileWriter.State {
  /// What is presented when the session ends, of tracks whose timelines are these; `nil` of one without samples.
  func closed(_ timelines: [TrackTimeline?]) -> [TrackTimeline] {
    let end: CMTime? = if case .ended(let start, let end) = lifecycle.session { end - start } else { nil }
    // Without `endSession` the session ends with the latest sample of any track (AW-36).
    let latest = timelines.compactMap { $0?.presentationEndTime }.max() ?? .zero
    return timelines.map { timeline in
      var timeline = timeline ?? TrackTimeline(timeBase: .nanoseconds)
      timeline.sessionEnd = end.flatMap { timeline.timeBase.ticks($0) }
      timeline.closeOpenEnd(at: timeline.timeBase.ticks(end ?? latest) ?? 0)
      return timeline
    }
  }
}
