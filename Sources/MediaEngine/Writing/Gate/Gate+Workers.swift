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
    case item(Item)
    /// Nothing more comes: the encoder's last packets are to be given, and `didDrain` is to be called.
    case end
    /// Nothing for now: the worker sleeps until it is woken.
    case wait
    /// Writing is over: nothing is wanted any more.
    case over
  }

  /// An encoder's output, with its decode time in nanoseconds from the session's start.
  typealias Delivery = (sample: EncodedSample, decodeTime: Int64)

  /// The demands on an encoder from now on.
  struct Pressure {
    /// Packets are to be kept out of memory.
    var mustSpill = false
    /// The encoder is to pause: `waitForRoom`.
    var mustPause = false
    /// Writing failed or was cancelled: nothing that is encoded is of use.
    var isOver = false
  }

  /// Takes what a track's encoder gave since the last turn, and gives its worker the next item.
  func turn(of track: Int, giving deliveries: [Delivery], _ progress: EncodingProgress) -> (Turn, Pressure) {
    update { state, effects in
      let pressure = deliver(deliveries, progress, track, &state, &effects)
      return (next(of: track, &state, &effects), pressure)
    }
  }

  /// Takes what a track's encoder gave, in the middle of its work.
  func deliver(_ deliveries: [Delivery], of track: Int, _ progress: EncodingProgress) -> Pressure {
    update { state, effects in deliver(deliveries, progress, track, &state, &effects) }
  }

  /// Takes what a track's encoder gave last.
  ///
  /// - Parameter timeline: the timeline of the track's media; `nil` where nothing was appended.
  func didDrain(
    _ track: Int, giving deliveries: [Delivery], _ progress: EncodingProgress, _ timeline: TrackTimeline?
  ) {
    update { state, effects in
      _ = deliver(deliveries, progress, track, &state, &effects)
      state.tracks[track].timeline = timeline
      state.interleaver.didDrain(track)
      effects.wokenWorkers.append(fileWorker)
      // A track that shares a size with this one may be waiting to know what is left.
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
    if let item = state.tracks[track].inbox.popFirst() {
      switch item {
      case .sample(let sample): state.interleaver.didGiveToCodec(track, byteCount: sample.byteCount)
      case .segmentEnd:
        state.interleaver.didEndSegment(track)
        effects.wokenWorkers.append(fileWorker)
      case .session, .passEnd: break
      }
      return .item(item)
    }
    guard state.interleaver.isFinished(track), !state.tracks[track].isEnding else { return .wait }
    state.tracks[track].isEnding = true
    return .end
  }

  /// Waits while the file cannot keep up with the encoders.
  func waitForRoom() {
    room.wait { state.withLock { !$0.mustPauseEncoding } }
  }

  /// Returns how far a track's encoding is.
  func progress(of track: Int) -> EncodingProgress { state.withLock { $0.tracks[track].progress } }

  // MARK: Passes

  /// Notes that a pass over a track's source is over. The track's worker analyses it after the samples that came
  /// before.
  ///
  /// - Returns: `false` where writing is over, and nobody analyses anything any more.
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

  /// Drops the items that the track's worker did not take: writing is over.
  ///
  /// - Returns: The number of ends of passes among them.
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

  /// The greatest number of packets that the file's worker takes at once, and of bytes: few enough that giving up is
  /// noticed soon, and that little is in memory that nothing counts.
  private static var mostPackets: Int { 64 }
  private static var mostBytes: Int { Interleaver<EncodedSample>.waitingBytesCap }

  func fileWork() -> FileWork {
    update { state, effects in
      guard state.lifecycle.status == .writing else { return .over }
      // Nothing is written of a file that is to have a size before its passes are over: what it will be is rehearsed.
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

  /// - Returns: `false` when writing has failed or was cancelled: there is the whole file, or none, as the status says.
  func beginPublishing() -> Bool { update { state, _ in state.lifecycle.beginPublishing() } }

  /// Notes that the file did not get its name. `fail` follows.
  func endPublishing() { update { state, _ in state.lifecycle.endPublishing() } }

  func complete() { update { state, _ in state.lifecycle.complete() } }
}

extension Gate.State {
  /// A Boolean value that says whether encoders pause until the file's worker has taken packets. It takes none before
  /// the passes are over: then packets are kept on a disk instead.
  var mustPauseEncoding: Bool {
    interleaver.mustPauseEncoding || interleaver.isFileBehind && !awaitsPasses
  }

  fileprivate var awaitsPasses: Bool {
    targetSize != nil && !tracks.indices.allSatisfy { !tracks[$0].makesPasses || interleaver.isDrained($0) }
  }

  /// Returns the tracks' timelines as they are when the session ends. A track without samples has `nil` in `timelines`.
  func closed(_ timelines: [TrackTimeline?]) -> [TrackTimeline] {
    let end: CMTime? = if case .ended(let start, let end) = lifecycle.session { end - start } else { nil }
    // Without `endSession` the session ends with the latest sample of any track (AW-36).
    let latest = timelines.compactMap { $0?.presentationEndTime }.max() ?? .zero
    return timelines.map { timeline in
      var timeline = timeline ?? TrackTimeline(timeBase: .nanoseconds)
      timeline.sessionEnd = end.flatMap { timeline.timeBase.ticks($0) }
      timeline.sessionLength = timeline.timeBase.ticks(end ?? latest) ?? 0
      timeline.closeOpenEnd(at: timeline.sessionLength)
      return timeline
    }
  }

  /// Returns whether every other track that its client finished has given its last packet.
  func othersAreDrained(but track: Int) -> Bool {
    tracks.indices.allSatisfy { $0 == track || !interleaver.isFinished($0) || interleaver.isDrained($0) }
  }
}
