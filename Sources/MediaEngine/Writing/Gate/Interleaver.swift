/// The gate's decisions: which track may append now, and which packet is written next.
///
/// This is the one place of back-pressure. It is a pure value: it has no clock, lock or thread. `Gate`
/// keeps it behind its lock, and carries out the answers after the lock is released. The two questions are answered
/// from different facts:
///
/// - *May a track append?* from what was **appended**. No when the track is finished; no when its limit
///   of samples, or of bytes, waits for its codec; no when it is more than `writeAhead` past the slowest unfinished
///   track *that is being fed*. A track nobody feeds never holds another, so no order of calls can
///   deadlock; two request blocks get the ideal interleaving.
/// - *Which packet is next?* from what was **encoded**: the packet with the smallest decode time, once every unfinished
///   audio and video track has a packet, and every packet of the tracks that come first is written. Text and other
///   accompanying tracks are waited for while a request block feeds them, so that the order is the same in every run.
///   When the held packets exceed `heldBytesCap`, the smallest one at hand is written out of the ideal order, so that
///   memory stays bounded whatever the client does.
///
/// Times are nanoseconds from the session's start; a nanosecond orders samples of any real rate.
///
/// Receivers, whose clients await each append, have a rule of their own, because nothing tells the gate whether another
/// sample will come: it waits, but not for ever. A receiver counts as fed from its first append until a held track has
/// waited `patience` for it. Its next append makes it count as fed again, until such a wait has ended without a sample
/// `mostLapses` times. Only a client that is late counts: not one whose own append is held, or whose codec is behind.
///
/// Rules: WI-33, WI-43, WI-44, WI-45, WI-51, WI-90, WI-91.
package struct Interleaver<Held> {
  /// The time that a track may run ahead of the slowest fed one, in nanoseconds: long enough that neither side waits
  /// for every sample, short enough that a player reading the file sequentially buffers little.
  package static var writeAhead: Int64 { 500_000_000 }

  /// The number of encoded bytes that are held before the order is given up: some seconds of a high-rate movie.
  package static var defaultHeldBytesCap: Int { 32 << 20 }

  /// The number of encoded bytes of a track that may wait for its codec, and of all tracks that may wait only for the
  /// file. It is more than moves between two turns of a worker, and small compared with what the file's order needs. If
  /// the disk is the bottleneck, a larger number would only use memory. Live sources are bounded by the number of
  /// samples alone.
  package static var waitingBytesCap: Int { 2 << 20 }

  /// The number of packets, or of bytes, that wakes the file's worker: as many packets as a few hundred milliseconds of
  /// sound have, or as many bytes as are worth a write. Waking it for each packet would cost more than the writing. A
  /// track's worker takes no further sample in a turn once it has as many bytes.
  package static var wakingPackets: Int { 16 }
  package static var wakingBytes: Int { 256 << 10 }

  /// The longest wait for a receiver's client, in nanoseconds: longer than a fed receiver's client pauses between two
  /// samples, too short to be seen as a stall.
  package static var patience: Int64 { 50_000_000 }

  /// The number of lapses after which a receiver no longer counts as fed: its client evidently feeds its receivers in
  /// an order of its own, which waiting would only delay.
  package static var mostLapses: Int { 2 }

  /// The properties of a track that determine how it is interleaved.
  package struct TrackTraits: Sendable {
    package var role: InterleavingRole
    /// A Boolean value that says whether the track is in real time (`expectsMediaDataInRealTime`): only its own codec
    /// makes it wait (WI-45).
    package var isRealTime: Bool
    /// The number of samples that may wait for the codec.
    package var sampleLimit: Int

    package init(role: InterleavingRole, isRealTime: Bool, sampleLimit: Int) {
      self.role = role
      self.isRealTime = isRealTime
      self.sampleLimit = sampleLimit
    }
  }

  struct HeldPacket {
    var decodeTime: Int64
    var byteCount: Int
    /// The packet. It is `nil` for the end of a segment, behind which the track's next packets wait.
    var payload: Held?
  }

  /// The phases of a track, from its first sample to its last packet.
  enum Phase: Equatable {
    /// Samples may come. `isFed`: a client is feeding the track, so that others wait for it.
    case open(isFed: Bool)
    /// A pass over the track's source is over, and it is not known yet what the next pass needs.
    case betweenPasses
    /// No more samples will come.
    case finished
    /// The codec has produced its last packet.
    case drained
  }

  /// The last answer to the client that the client did not act on yet.
  enum Answer {
    case none
    case mayAppend
    case mustWait
  }

  struct Receiver {
    var lapses = 0
    /// The time since which a held track has waited for this one's client, in nanoseconds. It is `nil` while none
    /// waits.
    var missedSince: Int64?
  }

  struct Track {
    var traits: TrackTraits
    var phase = Phase.open(isFed: false)
    var answer = Answer.none
    /// The end of the samples that were appended, on the session's timeline.
    var appendedTime: Int64 = 0
    /// The number of samples that were appended and not yet given to the codec.
    var waitingSamples = 0
    var waitingBytes = 0
    /// The state of the receiver that feeds the track; `nil` for other clients.
    var receiver: Receiver?
    /// A Boolean value that says whether the track's next sample is expected from a request block: the block was not
    /// called yet, or appended in its last call.
    var isExpected = false
    var packets = PacketQueue<HeldPacket>()

    var isFinished: Bool { phase == .finished || phase == .drained }
    var isFed: Bool { phase == .open(isFed: true) }

    /// A Boolean value that says whether the track's next packets belong to the next segment.
    var isAtSegmentEnd: Bool { packets.first.map { $0.payload == nil } ?? false }

    /// The number of samples that wake the codec: a quarter of its limit, so that it seldom wakes and never runs dry.
    /// In real time, and on a track whose samples are rare, each sample wakes it.
    var wakingSamples: Int {
      traits.isRealTime || traits.role == .accompanies ? 1 : max(1, traits.sampleLimit / 4)
    }

    /// A Boolean value that says whether the file waits for the track's next packet.
    var isAwaited: Bool {
      switch traits.role {
      case .paces: phase != .drained
      case .accompanies:
        phase == .finished || !traits.isRealTime && phase != .drained && (isExpected || waitingSamples > 0)
      case .follows, .first: false
      }
    }
  }

  private let heldBytesCap: Int
  private var tracks: [Track] = []
  private var isReleased = false

  /// Bytes of all packets that are encoded and not yet taken for writing.
  package private(set) var heldBytes = 0
  /// The number of packets and of bytes that came since the file was last woken.
  private var newPackets = 0
  private var newBytes = 0

  package init(heldBytesCap: Int = defaultHeldBytesCap) { self.heldBytesCap = heldBytesCap }

  /// Adds a track; its index is its number in every other call.
  package mutating func addTrack(_ traits: TrackTraits) -> Int {
    tracks.append(Track(traits: traits))
    return tracks.count - 1
  }

  // MARK: May a track append?

  /// Returns whether `track` may append a sample now.
  ///
  /// After `release()` it is `true` for every unfinished track, so that every waiting loop ends: the append itself then
  /// fails.
  package func mayAppend(_ track: Int) -> Bool {
    mayAppend(
      track, sampleLimit: tracks[track].traits.sampleLimit, byteLimit: Self.waitingBytesCap, writeAhead: Self.writeAhead
    )
  }

  private func mayAppend(_ track: Int, sampleLimit: Int, byteLimit: Int, writeAhead: Int64) -> Bool {
    let candidate = tracks[track]
    if candidate.isFinished { return false }
    if isReleased || candidate.answer == .mayAppend { return true }
    if candidate.phase == .betweenPasses { return false }
    if candidate.waitingSamples >= sampleLimit { return false }
    if candidate.traits.isRealTime { return true }
    if candidate.waitingBytes >= byteLimit { return false }
    guard let slowest = slowestFedTime(besides: track) else { return true }
    return candidate.appendedTime - slowest <= writeAhead
  }

  /// Returns whether `track` may append a sample now, and remembers the answer: `true` remains valid until the track
  /// appends.
  ///
  /// Between a client's question and its append another track may begin to be fed. The answer would then become
  /// `false`, and the append would be misuse, although the client did nothing wrong. Keeping the promise costs at most
  /// one sample beyond the write-ahead.
  package mutating func promiseAppend(_ track: Int) -> Bool {
    let isReady = mayAppend(track)
    tracks[track].answer = isReady ? .mayAppend : tracks[track].isFinished ? .none : .mustWait
    return isReady
  }

  /// Returns whether a client that was told to wait is called again. It is called once there is room for several
  /// samples, since waking it for each costs more than moving the sample.
  package func mayResume(_ track: Int) -> Bool {
    mayAppend(
      track, sampleLimit: (tracks[track].traits.sampleLimit + 1) / 2, byteLimit: Self.waitingBytesCap / 2,
      writeAhead: Self.writeAhead / 2)
  }

  /// Returns whether the client was promised that it may append, and another thread finished the track before it did
  /// (AW-51): its attempt is refused, but is not misuse. The call ends the promise.
  package mutating func takePromise(_ track: Int) -> Bool {
    defer { tracks[track].answer = .none }
    return tracks[track].answer == .mayAppend
  }

  private func slowestFedTime(besides track: Int) -> Int64? {
    var slowest: Int64?
    for (index, other) in tracks.enumerated() where index != track && other.isFed && other.traits.role == .paces {
      slowest = min(slowest ?? .max, other.appendedTime)
    }
    return slowest
  }

  /// Notes that a sample ending at `endTime` was accepted and waits for the codec.
  ///
  /// - Parameter byteCount: the number of bytes of an encoded sample; 0 for pictures, which are bounded by their
  ///   number.
  /// - Returns: Whether enough samples wait for the codec to be woken. It is also woken at the track's end.
  @discardableResult
  package mutating func didAppend(_ track: Int, endTime: Int64, byteCount: Int = 0) -> Bool {
    tracks[track].appendedTime = max(tracks[track].appendedTime, endTime)
    tracks[track].waitingSamples += 1
    tracks[track].waitingBytes += byteCount
    tracks[track].answer = .none
    return tracks[track].waitingSamples >= tracks[track].wakingSamples
      || tracks[track].waitingBytes >= Self.waitingBytesCap / 4
  }

  /// Returns the number of waiting samples that wake the track's codec, which then takes as many at once.
  package func wakingSamples(of track: Int) -> Int { tracks[track].wakingSamples }

  /// Notes that the codec took the track's oldest waiting sample.
  package mutating func didGiveToCodec(_ track: Int, byteCount: Int = 0) {
    precondition(tracks[track].waitingSamples > 0, "a codec takes only what was appended")
    tracks[track].waitingSamples -= 1
    // The client may have changed the sample meanwhile, so the sum can be off: an empty queue resets it.
    tracks[track].waitingBytes = tracks[track].waitingSamples == 0 ? 0 : tracks[track].waitingBytes - byteCount
  }

  /// Sets whether the track is being fed: its request block is running, or appended in its last call.
  package mutating func setBeingFed(_ track: Int, _ isBeingFed: Bool) {
    if case .open = tracks[track].phase { tracks[track].phase = .open(isFed: isBeingFed) }
  }

  /// Sets whether the track's next sample is expected from a request block.
  package mutating func setExpected(_ track: Int, _ isExpected: Bool) { tracks[track].isExpected = isExpected }

  /// Notes that no more samples will come: the track holds up no other from now on (WI-51). A second call has no
  /// effect.
  package mutating func finish(_ track: Int) {
    if tracks[track].isFinished { return }
    tracks[track].phase = .finished
    withdraw(track)
  }

  /// Notes that a pass over the track's source is over: nothing is appended before `beginPass`. Other tracks continue
  /// (WI-46); their packets are held, because this track produces none before its last pass.
  package mutating func endPass(_ track: Int) {
    guard case .open = tracks[track].phase else { return }
    tracks[track].phase = .betweenPasses
    tracks[track].answer = .none
  }

  /// Notes that the next pass over the track's source begins.
  package mutating func beginPass(_ track: Int) {
    if tracks[track].phase == .betweenPasses { tracks[track].phase = .open(isFed: false) }
  }

  package func isFinished(_ track: Int) -> Bool { tracks[track].isFinished }

  /// Gives up, after failure or cancellation: nobody waits any more, and held packets are dropped.
  package mutating func release() {
    isReleased = true
    for index in tracks.indices { tracks[index].packets.removeAll() }
    heldBytes = 0
  }

  // MARK: Receivers

  /// Notes that the sample that was just accepted came from a receiver.
  package mutating func didAppendByReceiver(_ track: Int) {
    var receiver = tracks[track].receiver ?? Receiver()
    receiver.missedSince = nil
    tracks[track].receiver = receiver
    setBeingFed(track, receiver.lapses < Self.mostLapses)
  }

  /// Notes that the client no longer wants to append the sample that was refused.
  package mutating func withdraw(_ track: Int) {
    if tracks[track].answer == .mustWait { tracks[track].answer = .none }
  }

  /// Records the tracks whose clients are waited for, and since when. Call it again after every change.
  ///
  /// - Parameter now: the time in nanoseconds; evaluated only if a track has a receiver.
  /// - Returns: The time at which `lapse(at:)` is due; `nil` while nobody waits for a receiver's client.
  package mutating func noteMisses(at now: @autoclosure () -> Int64) -> Int64? {
    var due: Int64?
    for index in tracks.indices where tracks[index].receiver != nil {
      let since = isMissed(index) ? tracks[index].receiver?.missedSince ?? now() : nil
      tracks[index].receiver?.missedSince = since
      if let since { due = min(due ?? .max, since + Self.patience) }
    }
    return due
  }

  /// Stops waiting for clients that have been waited for long enough.
  ///
  /// - Returns: Whether there were any, so that other tracks may append now.
  package mutating func lapse(at now: Int64) -> Bool {
    var hasLapsed = false
    for index in tracks.indices {
      guard let since = tracks[index].receiver?.missedSince, since + Self.patience <= now else { continue }
      tracks[index].receiver?.missedSince = nil
      tracks[index].receiver?.lapses += 1
      setBeingFed(index, false)
      hasLapsed = true
    }
    return hasLapsed
  }

  /// Returns whether another track's client has to wait because this track's client could append but does not.
  private func isMissed(_ index: Int) -> Bool {
    let track = tracks[index]
    guard track.isFed, track.traits.role == .paces, track.answer != .mustWait, mayAppend(index) else { return false }
    return tracks.indices.contains { other in
      other != index && tracks[other].answer == .mustWait && !mayResume(other)
        && tracks[other].appendedTime - track.appendedTime > Self.writeAhead / 2
    }
  }

  // MARK: Which packet is next?

  /// Notes that a packet left the track's codec. Packets of one track come in decode order.
  ///
  /// - Returns: Whether enough packets came since the file's worker was last woken for it to be woken again. It is also
  ///   woken at a track's end.
  @discardableResult
  package mutating func didEncode(_ track: Int, decodeTime: Int64, byteCount: Int, payload: Held) -> Bool {
    if isReleased { return false }
    tracks[track].packets.append(HeldPacket(decodeTime: decodeTime, byteCount: byteCount, payload: payload))
    heldBytes += byteCount
    newPackets += 1
    newBytes += byteCount
    let traits = tracks[track].traits
    let isEnough = newPackets >= Self.wakingPackets || newBytes >= Self.wakingBytes
    guard isEnough || traits.isRealTime || traits.role == .accompanies else { return false }
    (newPackets, newBytes) = (0, 0)
    return true
  }

  /// Notes that the track's codec has produced its last packet.
  package mutating func didDrain(_ track: Int) { tracks[track].phase = .drained }

  package func isDrained(_ track: Int) -> Bool { tracks[track].phase == .drained }

  /// A Boolean value that says whether every track is drained and every packet taken.
  package var isComplete: Bool {
    tracks.allSatisfy { $0.phase == .drained && $0.packets.isEmpty }
  }

  /// A Boolean value that says whether encoders must pause, because packets come faster than the file's worker takes
  /// them.
  package var mustPauseEncoding: Bool { !isReleased && heldBytes > 2 * heldBytesCap }

  /// A Boolean value that says whether the file is behind: so many bytes whose order is decided wait to be written that
  /// encoders need not continue before. It is always `false` in real time, where samples that are not taken are lost.
  package var isFileBehind: Bool {
    !isReleased && heldBytes > Self.waitingBytesCap && nextTrack() != nil
      && !tracks.contains(where: \.traits.isRealTime)
  }

  /// A Boolean value that says whether half of the bytes are held at which the order is given up: from then on packets
  /// are spilled where the order must be kept.
  package var isHalfFull: Bool { !isReleased && heldBytes > heldBytesCap / 2 }

  /// Removes and returns the next packet to write. It is `nil` while the order is not decided.
  package mutating func nextPacket() -> (track: Int, payload: Held)? {
    guard let track = nextTrack(), let packet = tracks[track].packets.popFirst(), let payload = packet.payload else {
      return nil
    }
    heldBytes -= packet.byteCount
    return (track, payload)
  }

  /// Notes that the client ended a segment: the track's packets so far belong to it, and later ones to the next.
  package mutating func didEndSegment(_ track: Int) {
    if isReleased { return }
    tracks[track].packets.append(HeldPacket(decodeTime: .min, byteCount: 0, payload: nil))
  }

  /// Removes the end of a segment. Returns `false` while a track has packets before it, or may still produce some.
  package mutating func takeSegmentEnd() -> Bool {
    guard tracks.contains(where: \.isAtSegmentEnd),
      tracks.allSatisfy({ $0.isAtSegmentEnd || $0.phase == .drained && $0.packets.isEmpty })
    else { return false }
    for index in tracks.indices { _ = tracks[index].packets.popFirst() }
    return true
  }

  private func nextTrack() -> Int? {
    let orderMayBeGivenUp = heldBytes > heldBytesCap
    for (index, track) in tracks.enumerated() where track.traits.role == .first && !track.isAtSegmentEnd {
      if !track.packets.isEmpty { return index }
      if track.phase != .drained && !orderMayBeGivenUp { return nil }
    }
    var earliest: (track: Int, time: Int64)?
    for (index, track) in tracks.enumerated() {
      if track.isAtSegmentEnd { continue }
      if let first = track.packets.first {
        if earliest == nil || first.decodeTime < earliest!.time { earliest = (index, first.decodeTime) }
      } else if track.isAwaited && !orderMayBeGivenUp {
        return nil
      }
    }
    return earliest?.track
  }
}

/// The role of a track in the order of its file's packets.
package enum InterleavingRole: Sendable {
  /// Determines the packet order and paces the other tracks: audio and video.
  case paces
  /// Is inserted by its times. It holds up the packet order while its request block provides samples, but holds up no
  /// other track: text, metadata, timecode.
  case accompanies
  /// Is inserted by its times and holds nothing up: sparse media.
  case follows
  /// Is written as a whole before the packets of the other roles, track by track (WI-33).
  case first
}
