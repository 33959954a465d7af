/// The gate's decisions: which track may append now, and which packet is written next.
///
/// This is the one place of back-pressure. It is a pure value: no clock, lock or thread. `Gate` keeps it behind its
/// lock and performs what it answers after the lock is released. The two questions are answered from different facts:
///
/// - *May a track append?* from what was **appended**. No when the track is finished; no when its limit
///   of samples, or of bytes, waits for its codec; no when it is more than `writeAhead` past the slowest unfinished
///   track *that is being fed*. A track nobody feeds never holds another, so no order of calls can
///   deadlock; two request blocks get the ideal interleaving.
/// - *Which packet is next?* from what was **encoded**: the smallest decode time, once every unfinished
///   audio and video track shows a packet, and every packet of the tracks that come first is written. Text and
///   the like are waited for while a request block feeds them, so that the order is the same in every run. When
///   the held packets pass `heldBytesCap`, the smallest one at hand is written out of the ideal order, so that
///   memory stays bounded whatever the client does.
///
/// Times are nanoseconds from the session's start; a nanosecond orders samples of any real rate.
///
/// Receivers, whose clients await each append, have a clause of their own: nobody tells the gate whether another sample
/// will come, so it is patient, but not for ever. A receiver counts as being fed from its first append until a held
/// track has waited `patience` for it; its next append makes it count again, until it was waited for without result
/// `mostLapses` times. Only a client that is late counts: not one whose own append is held, or whose codec is behind.
///
/// Rules: WI-33, WI-43, WI-44, WI-45, WI-51, WI-90, WI-91.
package struct Interleaver<Held> {
  /// The time that a track may run ahead of the slowest fed one, in nanoseconds: long enough that neither side waits
  /// for every sample, short enough that a player reading the file sequentially buffers little.
  package static var writeAhead: Int64 { 500_000_000 }

  /// The number of encoded bytes that are held before the order is given up: some seconds of a high-rate movie.
  package static var defaultHeldBytesCap: Int { 32 << 20 }

  /// The number of encoded bytes of a track that may wait for its codec, and of all tracks for the file alone: more than
  /// moves between two turns of a worker, and little beside what the file's order needs. Where the disk is what
  /// everything waits for, more would only be memory. Live sources are bounded by the number of samples alone.
  package static var waitingBytesCap: Int { 2 << 20 }

  /// The number of packets, or of bytes, that wakes the file: as many packets as a few hundred milliseconds of sound
  /// have, or as many bytes as are worth a write. Waking it for each packet would cost more than the writing.
  package static var wakingPackets: Int { 16 }
  package static var wakingBytes: Int { 256 << 10 }

  /// The longest wait for a receiver's client, in nanoseconds: longer than a fed receiver's client pauses between two
  /// samples, too short to be seen as a stall.
  package static var patience: Int64 { 50_000_000 }

  /// The number of lapses after which a receiver no longer counts as fed: its client feeds its receivers in some order
  /// of its own, which the gate only delays.
  package static var mostLapses: Int { 2 }

  /// The properties of a track that the interleaving follows from.
  package struct TrackTraits: Sendable {
    package var role: InterleavingRole
    /// `expectsMediaDataInRealTime`: only the track's own codec makes it wait (WI-45).
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
    /// The packet; `nil` for the end of a segment, which the track's next packets wait at.
    var payload: Held?
  }

  /// A track's way from its first sample to its last packet.
  enum Phase: Equatable {
    /// Samples may come. `isFed`: a client is feeding the track, so that others wait for it.
    case open(isFed: Bool)
    /// A pass over its source is over, and what the next one needs is not known yet.
    case betweenPasses
    /// No more samples come.
    case finished
    /// The codec gave its last packet.
    case drained
  }

  /// The answer that the client was given last and did not act on.
  enum Answer {
    case none
    case mayAppend
    case mustWait
  }

  struct Receiver {
    var lapses = 0
    /// The time since which a held track waits for this one's client, in nanoseconds; `nil` while none does.
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
    /// The clause of the receiver that feeds the track; `nil` for other clients.
    var receiver: Receiver?
    /// A Boolean value that says whether a request block gives the track's next sample: it was not called yet, or made
    /// use of its last call.
    var isExpected = false
    var packets = PacketQueue<HeldPacket>()

    var isFinished: Bool { phase == .finished || phase == .drained }
    var isFed: Bool { phase == .open(isFed: true) }

    /// A Boolean value that says whether the track's next packets belong to the next segment.
    var isAtSegmentEnd: Bool { packets.first.map { $0.payload == nil } ?? false }

    /// The number of samples that wake the codec: a quarter of its limit, so that it seldom wakes and never runs dry.
    /// In real time each sample wakes it, and so does each sample of a track whose samples are rare.
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

  /// Returns whether `track` may append a sample now, and keeps the answer for the client: `true` holds until the track
  /// appends.
  ///
  /// Between a client's question and its append another track may begin to be fed. That would make the answer `false`,
  /// and the append misuse, without any doing of the client. The promise costs one sample past the write-ahead at most.
  package mutating func promiseAppend(_ track: Int) -> Bool {
    let isReady = mayAppend(track)
    tracks[track].answer = isReady ? .mayAppend : tracks[track].isFinished ? .none : .mustWait
    return isReady
  }

  /// Returns whether a client that was told to wait is called again: once there is room for several samples, since
  /// waking it for each costs more than moving one.
  package func mayResume(_ track: Int) -> Bool {
    mayAppend(
      track, sampleLimit: (tracks[track].traits.sampleLimit + 1) / 2, byteLimit: Self.waitingBytesCap / 2,
      writeAhead: Self.writeAhead / 2)
  }

  /// Returns whether the client was promised that it may append, and the track was finished before it did, by another
  /// thread (AW-51): its attempt is refused, and is no misuse. The promise ends with it.
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
  /// - Parameter byteCount: the number of bytes of an encoded sample; 0 for pictures, whose number is bounded.
  /// - Returns: Whether so much waits that the codec is to be woken. It is woken at the track's end, too.
  @discardableResult
  package mutating func didAppend(_ track: Int, endTime: Int64, byteCount: Int = 0) -> Bool {
    tracks[track].appendedTime = max(tracks[track].appendedTime, endTime)
    tracks[track].waitingSamples += 1
    tracks[track].waitingBytes += byteCount
    tracks[track].answer = .none
    return tracks[track].waitingSamples >= tracks[track].wakingSamples
      || tracks[track].waitingBytes >= Self.waitingBytesCap / 4
  }

  /// Notes that the codec took the track's oldest waiting sample.
  package mutating func didGiveToCodec(_ track: Int, byteCount: Int = 0) {
    precondition(tracks[track].waitingSamples > 0, "a codec takes only what was appended")
    tracks[track].waitingSamples -= 1
    // A client may have changed a sample meanwhile.
    tracks[track].waitingBytes = tracks[track].waitingSamples == 0 ? 0 : tracks[track].waitingBytes - byteCount
  }

  /// Sets whether somebody is feeding the track: its request block runs, or its last run appended.
  package mutating func setBeingFed(_ track: Int, _ isBeingFed: Bool) {
    if case .open = tracks[track].phase { tracks[track].phase = .open(isFed: isBeingFed) }
  }

  /// Sets whether a request block gives the track's next sample.
  package mutating func setExpected(_ track: Int, _ isExpected: Bool) { tracks[track].isExpected = isExpected }

  /// Notes that no more samples come; the track holds nobody from now on (WI-51). A second call has no effect.
  package mutating func finish(_ track: Int) {
    if tracks[track].isFinished { return }
    tracks[track].phase = .finished
    withdraw(track)
  }

  /// Notes that a pass over the track's source is over: nothing is appended before `beginPass`. Other tracks go on
  /// (WI-46); their packets are held, because this track gives none before its last pass.
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

  /// Gives up: nobody waits any more and held packets are dropped. For failure and cancellation.
  package mutating func release() {
    isReleased = true
    for index in tracks.indices { tracks[index].packets.removeAll() }
    heldBytes = 0
  }

  // MARK: Receivers

  /// Notes that the sample that was just accepted came by a receiver.
  package mutating func didAppendByReceiver(_ track: Int) {
    var receiver = tracks[track].receiver ?? Receiver()
    receiver.missedSince = nil
    tracks[track].receiver = receiver
    setBeingFed(track, receiver.lapses < Self.mostLapses)
  }

  /// Notes that the client no longer wants to append the sample it was refused for.
  package mutating func withdraw(_ track: Int) {
    if tracks[track].answer == .mustWait { tracks[track].answer = .none }
  }

  /// Takes note of the tracks whose clients are waited for, and since when; to be called again whenever something
  /// changed.
  ///
  /// - Parameter now: the time in nanoseconds; asked only where a track has a receiver.
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

  /// Gives up waiting for clients that were waited for long enough.
  ///
  /// - Returns: Whether there were any, so that others may append now.
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

  /// Returns whether a client that was told to wait waits for this track's client, who might append and does not.
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
  /// - Returns: Whether so much came since the file was last woken that it is to be woken again. It is woken at a
  ///   track's end, too.
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

  /// Notes that the track's codec gave its last packet.
  package mutating func didDrain(_ track: Int) { tracks[track].phase = .drained }

  package func isDrained(_ track: Int) -> Bool { tracks[track].phase == .drained }

  /// A Boolean value that says whether every track is drained and every packet taken.
  package var isComplete: Bool {
    tracks.allSatisfy { $0.phase == .drained && $0.packets.isEmpty }
  }

  /// A Boolean value that says whether encoders must pause: packets come faster than the file takes them.
  package var mustPauseEncoding: Bool { !isReleased && heldBytes > 2 * heldBytesCap }

  /// A Boolean value that says whether the file is behind: so many bytes wait whose order is decided that encoders
  /// need not go on before they are written. It is `false` in real time: what is not taken then is lost.
  package var isFileBehind: Bool {
    !isReleased && heldBytes > Self.waitingBytesCap && nextTrack() != nil
      && !tracks.contains(where: \.traits.isRealTime)
  }

  /// A Boolean value that says whether half of the bytes are held at which the order is given up: whoever keeps packets
  /// elsewhere to keep the order begins now.
  package var isHalfFull: Bool { !isReleased && heldBytes > heldBytesCap / 2 }

  /// Takes the next packet to write; `nil` while the order is not decided.
  package mutating func nextPacket() -> (track: Int, payload: Held)? {
    guard let track = nextTrack(), let packet = tracks[track].packets.popFirst(), let payload = packet.payload else {
      return nil
    }
    heldBytes -= packet.byteCount
    return (track, payload)
  }

  /// Notes that the client ended a segment: the track's packets so far belong to it, and those from now on do not.
  package mutating func didEndSegment(_ track: Int) {
    if isReleased { return }
    tracks[track].packets.append(HeldPacket(decodeTime: .min, byteCount: 0, payload: nil))
  }

  /// Takes the end of a segment; `false` while a track has packets before it, or may still give some.
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

/// A track's part in the order of the packets of its file.
package enum InterleavingRole: Sendable {
  /// Paces the packet order and the other tracks: audio and video.
  case paces
  /// Is put in by its times, and holds up the packet order while its request block gives samples, but no other track:
  /// text, metadata, timecode.
  case accompanies
  /// Is put in by its times and holds nothing up: sparse media.
  case follows
  /// Comes as a whole before the packets of the other roles, track by track (WI-33).
  case first
}
