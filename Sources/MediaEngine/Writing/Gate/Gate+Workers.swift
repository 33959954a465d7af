import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import Synchronization

/// The workers' side: a track's worker takes samples and gives packets, the file's takes packets.
extension Gate {
  // MARK: A track's worker

  /// The next thing that a track's worker does.
  enum Turn {
    /// The session is open. `origin` is the source's time that becomes the file's time 0.
    case session(origin: CMTime)
    /// Consecutive samples, at least one.
    case samples([CMSampleBuffer])
    /// The samples that follow belong to the next segment. The packets of those before are in the gate.
    case segmentEnd
    /// The samples that follow belong to the next pass over the source.
    case passEnd
    /// No more samples will come: the worker must hand over the encoder's last packets and call `didDrain`.
    case end
    /// There is nothing to do for now: the worker sleeps until it is woken.
    case wait
    /// Writing is over: the worker must not encode any more.
    case over
  }

  /// An encoder's output, with its decode time in nanoseconds from the session's start.
  typealias Delivery = (sample: EncodedSample, decodeTime: Int64)

  /// The constraints that the gate puts on an encoder from now on.
  struct Pressure {
    /// A Boolean value that says whether packets must be kept out of memory.
    var mustSpill = false
    /// A Boolean value that says whether the encoder must pause, by `waitForRoom`.
    var mustPause = false
    /// A Boolean value that says whether writing failed or was cancelled, so that encoded packets are of no use.
    var isOver = false
  }

  /// Takes the packets that a track's encoder produced since the last turn, and returns what its worker does next.
  func turn(of track: Int, giving deliveries: [Delivery], _ progress: EncodingProgress) -> (Turn, Pressure) {
    update { state, effects in
      let pressure = deliver(deliveries, progress, track, &state, &effects)
      return (next(of: track, &state, &effects), pressure)
    }
  }

  /// Takes packets that a track's encoder produced, in the middle of its work.
  func deliver(_ deliveries: [Delivery], of track: Int, _ progress: EncodingProgress) -> Pressure {
    update { state, effects in deliver(deliveries, progress, track, &state, &effects) }
  }

  /// Takes the last packets of a track's encoder.
  ///
  /// - Parameter timeline: the timeline of the track's media; `nil` if nothing was appended.
  func didDrain(
    _ track: Int, giving deliveries: [Delivery], _ progress: EncodingProgress, _ timeline: TrackTimeline?
  ) {
    update { state, effects in
      _ = deliver(deliveries, progress, track, &state, &effects)
      state.tracks[track].timeline = timeline
      state.interleaver.didDrain(track)
      effects.wokenWorkers.append(fileWorker)
      // Another track with the same size limit may be waiting to learn how many bytes are left.
      effects.makesRoom = true
    }
  }

  private func deliver(
    _ deliveries: [Delivery], _ progress: EncodingProgress, _ track: Int, _ state: inout State,
    _ effects: inout Effects
  ) -> Pressure {
    state.tracks[track].progress = progress
    var wakesFile = false
    for (sample, decodeTime) in deliveries {
      let byteCount = sample.packet.map { PacketSpill.holds($0) ? 0 : $0.bytes.count } ?? 0
      if state.interleaver.didEncode(track, decodeTime: decodeTime, byteCount: byteCount, payload: sample) {
        wakesFile = true
      }
    }
    let mustPause = state.mustPauseEncoding
    if wakesFile || mustPause { effects.wokenWorkers.append(fileWorker) }
    return Pressure(
      mustSpill: state.keepsOrder && state.interleaver.isHalfFull, mustPause: mustPause,
      isOver: state.lifecycle.status != .writing)
  }

  private func next(of track: Int, _ state: inout State, _ effects: inout Effects) -> Turn {
    guard state.lifecycle.status == .writing else { return .over }
    switch state.tracks[track].inbox.first {
    case .sample?: return .samples(takeSamples(of: track, &state))
    case .session(let origin)?:
      _ = state.tracks[track].inbox.popFirst()
      return .session(origin: origin)
    case .segmentEnd?:
      _ = state.tracks[track].inbox.popFirst()
      state.interleaver.didEndSegment(track)
      effects.wokenWorkers.append(fileWorker)
      return .segmentEnd
    case .passEnd?:
      _ = state.tracks[track].inbox.popFirst()
      return .passEnd
    case nil: break
    }
    guard state.interleaver.isFinished(track), !state.tracks[track].isEnding else { return .wait }
    state.tracks[track].isEnding = true
    return .end
  }

  /// Removes and returns the samples that a track's worker takes at once: no more than the number that wakes it, and few
  /// bytes. A turn for each would make the threads of clients and workers wait for one lock: joining clips took a sixth
  /// more processor time.
  ///
  /// A sample whose data is not ready is taken alone: its data has an unknown size, and is made by a closure of the
  /// client's, which is not called after writing is over.
  private func takeSamples(of track: Int, _ state: inout State) -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    var byteCount = 0
    while samples.count < state.interleaver.wakingSamples(of: track),
      byteCount < Interleaver<EncodedSample>.wakingBytes,
      case .sample(let sample)? = state.tracks[track].inbox.first
    {
      let isReady = sample.isDataReady
      if !isReady, !samples.isEmpty { break }
      _ = state.tracks[track].inbox.popFirst()
      state.interleaver.didGiveToCodec(track, byteCount: sample.byteCount)
      byteCount += sample.byteCount
      samples.append(sample)
      if !isReady { break }
    }
    return samples
  }

  /// Waits while the file cannot keep up with the encoders.
  func waitForRoom() {
    room.wait { state.withLock { !$0.mustPauseEncoding } }
  }

  /// Returns the progress of a track's encoding.
  func progress(of track: Int) -> EncodingProgress { state.withLock { $0.tracks[track].progress } }

  // MARK: Passes

  /// Notes that a pass over a track's source is over. The track's worker analyses it after the samples that came
  /// before.
  ///
  /// - Returns: `false` if writing is over, so that no worker will analyse the pass.
  func endPass(_ track: Int) -> Bool {
    update { state, effects in
      state.tracks[track].request?.request.stop()
      state.tracks[track].request = nil
      state.interleaver.endPass(track)
      guard state.lifecycle.status == .writing else { return false }
      state.tracks[track].inbox.append(.passEnd)
      effects.wokenWorkers.append(state.tracks[track].worker)
      return true
    }
  }

  func beginPass(_ track: Int) { update { state, _ in state.interleaver.beginPass(track) } }

  /// Drops the items that the track's worker did not take, because writing is over.
  ///
  /// - Returns: The number of ends of passes among the dropped items.
  func abandonItems(of track: Int) -> Int {
    state.withLock { state in
      var count = 0
      while let item = state.tracks[track].inbox.popFirst() {
        if case .passEnd = item { count += 1 }
      }
      return count
    }
  }

  // MARK: The file's worker

  /// The next thing that the file's worker does.
  enum FileWork: Sendable {
    /// Packets in the order in which they are written.
    case packets([(track: Int, sample: EncodedSample)])
    /// Every packet of a segment is written.
    case segmentEnd
    /// Every packet of the file is written.
    case completion([TrackTimeline])
    case wait
    /// Writing failed or was cancelled.
    case over
  }

  /// The greatest number of packets, and of bytes, that the file's worker takes at once: few enough that a cancellation
  /// is noticed soon, and that little memory is used by packets that are no longer counted.
  private static var mostPackets: Int { 64 }
  private static var mostBytes: Int { Interleaver<EncodedSample>.waitingBytesCap }

  func fileWork() -> FileWork {
    update { state, effects in
      guard state.lifecycle.status == .writing else { return .over }
      // While passes remain, a file with a wanted size is only rehearsed, to find out how large it will be.
      if state.awaitsPasses { return .wait }
      var packets: [(track: Int, sample: EncodedSample)] = []
      let heldBytes = state.interleaver.heldBytes
      while packets.count < Self.mostPackets, heldBytes - state.interleaver.heldBytes < Self.mostBytes,
        let (track, sample) = state.interleaver.nextPacket()
      {
        packets.append((track, sample))
      }
      if !packets.isEmpty { return .packets(packets) }
      if state.interleaver.takeSegmentEnd() { return .segmentEnd }
      guard state.lifecycle.isFinishing, state.interleaver.isComplete else { return .wait }
      return .completion(state.closed(state.tracks.map(\.timeline)))
    }
  }

  /// Notes that the file is about to be given its final name.
  ///
  /// - Returns: `false` if writing has failed or was cancelled, so that the file must not get its name.
  func beginPublishing() -> Bool { update { state, _ in state.lifecycle.beginPublishing() } }

  /// Notes that the file could not be given its name. Call `fail` next.
  func endPublishing() { update { state, _ in state.lifecycle.endPublishing() } }

  func complete() { update { state, _ in state.lifecycle.complete() } }
}

extension Gate.State {
  /// A Boolean value that says whether encoders pause until the file's worker has taken packets. The worker takes none
  /// before the passes are over; until then packets are kept on a disk instead.
  var mustPauseEncoding: Bool {
    interleaver.mustPauseEncoding || interleaver.isFileBehind && !awaitsPasses
  }

  fileprivate var awaitsPasses: Bool {
    targetSize != nil && !tracks.indices.allSatisfy { !tracks[$0].makesPasses || interleaver.isDrained($0) }
  }

  /// Returns the tracks' timelines, closed at the session's end. A track without samples is `nil` in `timelines`.
  func closed(_ timelines: [TrackTimeline?]) -> [TrackTimeline] {
    let end: CMTime? = if case .ended(let start, let end) = lifecycle.session { end - start } else { nil }
    // Without `endSession` the session ends with the latest sample of any track (AW-36).
    let latest = timelines.compactMap { $0?.presentationEndTime }.max() ?? .zero
    return timelines.map { timeline in
      var timeline = timeline ?? TrackTimeline(timeBase: .nanoseconds)
      timeline.sessionEndTime = end
      timeline.sessionLength = timeline.timeBase.ticks(end ?? latest) ?? 0
      timeline.closeOpenEnd(at: timeline.sessionLength)
      return timeline
    }
  }

  /// Returns whether every other finished track has handed over its last packet.
  func othersAreDrained(but track: Int) -> Bool {
    tracks.indices.allSatisfy { $0 == track || !interleaver.isFinished($0) || interleaver.isDrained($0) }
  }
}
