/// The gate: which track may append now, and which packet is written next.
///
/// This is the one place of back-pressure. It is a pure value: no clock, lock or thread. `FileWriter`
/// keeps it behind its lock and performs what it answers after the lock is released. The two questions
/// are answered from different facts:
///
/// - *May a track append?* from what was **appended**. No when the track is finished; no when its limit
///   of samples waits for its codec; no when it is more than `writeAhead` past the slowest unfinished
///   track *that is being fed*. A track nobody feeds never holds another, so no order of calls can
///   deadlock; two request blocks get the ideal interleaving.
/// - *Which packet is next?* from what was **encoded**: the smallest decode time, once every unfinished
///   audio and video track shows a packet, and every packet of the tracks that come first is written. When
///   the held packets pass `heldBytesCap`, the smallest one at hand is written out of the ideal order, so that
///   memory stays bounded whatever the client does.
///
/// Times are nanoseconds from the session's start; a nanosecond orders samples of any real rate.
/// Receivers, whose clients await each append, have a clause of their own.
/// Rules: WI-33, WI-43, WI-44, WI-45, WI-51.
package struct Interleaver<Held> {
  /// How far a track may run ahead of the slowest fed one: long enough that neither side waits for every
  /// sample, short enough that a player reading the file sequentially buffers little.
  package static var writeAhead: Int64 { 500_000_000 }

  /// Encoded bytes held for the sake of order before order is given up: some seconds of a high-rate movie.
  package static var defaultHeldBytesCap: Int { 32 << 20 }

  /// What wakes the file: as many packets as a few hundred milliseconds of sound have, or as many bytes as are worth
  /// a write. For each packet the waking would cost more than the writing.
  package static var wakingPackets: Int { 16 }
  package static var wakingBytes: Int { 256 << 10 }

  /// What a track is to the interleaving.
  package struct TrackTraits: Sendable {
    package var role: InterleavingRole
    /// `expectsMediaDataInRealTime`: only the track's own codec makes it wait (WI-45).
    package var isRealTime: Bool
    /// Samples that may wait for the codec.
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
    /// `nil` for the end of a segment, which the track's next packets wait at.
    var payload: Held?
  }

  struct Track {
    var traits: TrackTraits
    /// End of what was appended, on the session's timeline.
    var appendedTime: Int64 = 0
    /// Samples appended and not yet given to the codec.
    var waitingSamples = 0
    var isBeingFed = false
    /// The client was told that it may append, and did not yet.
    var isPromised = false
    /// The client was told that it may not append, and did not since.
    var isRefused = false
    /// What is known of the receiver that feeds the track; `nil` for other clients.
    var receiver: Receiver?
    var isFinished = false
    /// A pass over its source is over, and what the next one needs is not known yet.
    var isBetweenPasses = false
    /// The codec gave its last packet.
    var isDrained = false
    var packets = PacketQueue<HeldPacket>()

    /// What it gives next belongs to the next segment.
    var isAtSegmentEnd: Bool { packets.first.map { $0.payload == nil } ?? false }

    /// How many samples wake the codec: a quarter of its limit, so that it seldom wakes and never runs dry, and in
    /// real time each.
    var wakingSamples: Int { traits.isRealTime ? 1 : max(1, traits.sampleLimit / 4) }
  }

  private let heldBytesCap: Int
  var tracks: [Track] = []
  private var isReleased = false

  /// Bytes of all packets that are encoded and not yet taken for writing.
  package private(set) var heldBytes = 0
  /// What came since the file was last woken.
  private var newPackets = 0
  private var newBytes = 0

  package init(heldBytesCap: Int = defaultHeldBytesCap) { self.heldBytesCap = heldBytesCap }

  /// Adds a track; its index is its number in every other call.
  package mutating func addTrack(_ traits: TrackTraits) -> Int {
    tracks.append(Track(traits: traits))
    return tracks.count - 1
  }

  // MARK: May a track append?

  /// Whether `track` may append a sample now.
  ///
  /// After `release()` the answer is yes for every unfinished track, so that every waiting loop ends:
  /// the append itself then fails.
  package func mayAppend(_ track: Int) -> Bool {
    mayAppend(track, sampleLimit: tracks[track].traits.sampleLimit, writeAhead: Self.writeAhead)
  }

  private func mayAppend(_ track: Int, sampleLimit: Int, writeAhead: Int64) -> Bool {
    let candidate = tracks[track]
    if candidate.isFinished { return false }
    if isReleased || candidate.isPromised { return true }
    if candidate.isBetweenPasses { return false }
    if candidate.waitingSamples >= sampleLimit { return false }
    if candidate.traits.isRealTime { return true }
    guard let slowest = slowestFedTime(besides: track) else { return true }
    return candidate.appendedTime - slowest <= writeAhead
  }

  /// The same, said to the client: a yes holds until the track appends.
  ///
  /// Between a client's question and its append another track may begin to be fed, which would make the answer
  /// no, and the append misuse, without any doing of the client. Costs one sample past the write-ahead at most.
  package mutating func promiseAppend(_ track: Int) -> Bool {
    tracks[track].isPromised = mayAppend(track)
    tracks[track].isRefused = !tracks[track].isPromised
    return tracks[track].isPromised
  }

  /// Whether a client that was told no is called again: once there is room for several samples, since waking it
  /// for each costs more than moving one.
  package func mayResume(_ track: Int) -> Bool {
    mayAppend(track, sampleLimit: (tracks[track].traits.sampleLimit + 1) / 2, writeAhead: Self.writeAhead / 2)
  }

  /// Whether the client was told yes and the track was finished before it appended, by another thread (AW-51): its
  /// attempt is refused, and is no misuse. The promise ends with it.
  package mutating func takePromise(_ track: Int) -> Bool {
    defer { tracks[track].isPromised = false }
    return tracks[track].isPromised
  }

  private func slowestFedTime(besides track: Int) -> Int64? {
    var slowest: Int64?
    for (index, other) in tracks.enumerated()
    where index != track && other.isBeingFed && other.traits.role == .paces && !other.isFinished {
      slowest = min(slowest ?? .max, other.appendedTime)
    }
    return slowest
  }

  /// A sample ending at `endTime` was accepted and waits for the codec.
  ///
  /// - Returns: whether so many wait that the codec is to be woken. It is woken at the track's end, too.
  @discardableResult
  package mutating func didAppend(_ track: Int, endTime: Int64) -> Bool {
    tracks[track].appendedTime = max(tracks[track].appendedTime, endTime)
    tracks[track].waitingSamples += 1
    tracks[track].isPromised = false
    tracks[track].isRefused = false
    return tracks[track].waitingSamples >= tracks[track].wakingSamples
  }

  /// The codec took the track's oldest waiting sample.
  package mutating func didGiveToCodec(_ track: Int) {
    precondition(tracks[track].waitingSamples > 0, "a codec takes only what was appended")
    tracks[track].waitingSamples -= 1
  }

  /// Whether samples were accepted that the codec did not take yet.
  package func hasWaitingSamples(_ track: Int) -> Bool { tracks[track].waitingSamples > 0 }

  /// Whether somebody is feeding the track: its request block runs, or its last run appended.
  package mutating func setBeingFed(_ track: Int, _ isBeingFed: Bool) {
    tracks[track].isBeingFed = isBeingFed
  }

  /// No more samples come; the track holds nobody from now on (WI-51). Again: no effect.
  package mutating func finish(_ track: Int) {
    tracks[track].isFinished = true
    tracks[track].isBeingFed = false
    tracks[track].isRefused = false
  }

  /// A pass over the track's source is over: nothing is appended before `beginPass`. Other tracks go on (WI-46); what they
  /// give is held, because this track gives nothing before its last pass.
  package mutating func endPass(_ track: Int) {
    tracks[track].isBetweenPasses = true
    tracks[track].isPromised = false
    tracks[track].isBeingFed = false
  }

  /// The next pass over the track's source begins.
  package mutating func beginPass(_ track: Int) { tracks[track].isBetweenPasses = false }

  package func isFinished(_ track: Int) -> Bool { tracks[track].isFinished }

  /// Gives up: nobody waits any more and held packets are dropped. For failure and cancellation.
  package mutating func release() {
    isReleased = true
    for index in tracks.indices { tracks[index].packets.removeAll() }
    heldBytes = 0
  }

  // MARK: Which packet is next?

  /// A packet left the track's codec. Packets of one track come in decode order.
  ///
  /// - Returns: whether so much came since the file was last woken that it is to be woken again. It is woken at a
  ///   track's end, too.
  @discardableResult
  package mutating func didEncode(_ track: Int, decodeTime: Int64, byteCount: Int, payload: Held) -> Bool {
    if isReleased { return false }
    tracks[track].packets.append(HeldPacket(decodeTime: decodeTime, byteCount: byteCount, payload: payload))
    heldBytes += byteCount
    newPackets += 1
    newBytes += byteCount
    guard tracks[track].traits.isRealTime || newPackets >= Self.wakingPackets || newBytes >= Self.wakingBytes else {
      return false
    }
    (newPackets, newBytes) = (0, 0)
    return true
  }

  /// The track's codec gave its last packet.
  package mutating func didDrain(_ track: Int) {
    tracks[track].isDrained = true
  }

  package func isDrained(_ track: Int) -> Bool { tracks[track].isDrained }

  /// Every track is drained and every packet taken.
  package var isComplete: Bool {
    tracks.allSatisfy { $0.isDrained && $0.packets.isEmpty }
  }

  /// Encoders must pause: packets come faster than the file takes them.
  package var mustPauseEncoding: Bool { !isReleased && heldBytes > 2 * heldBytesCap }

  /// Half of what is held before order is given up: whoever keeps packets elsewhere to keep the order begins now.
  package var isHalfFull: Bool { !isReleased && heldBytes > heldBytesCap / 2 }

  /// Takes the next packet to write; `nil` while the order is not decided.
  package mutating func nextPacket() -> (track: Int, payload: Held)? {
    guard let track = nextTrack(), let packet = tracks[track].packets.popFirst(), let payload = packet.payload else {
      return nil
    }
    heldBytes -= packet.byteCount
    return (track, payload)
  }

  /// The client ended a segment: what the track gave so far belongs to it, and what it gives from now on does not.
  package mutating func didEndSegment(_ track: Int) {
    if isReleased { return }
    tracks[track].packets.append(HeldPacket(decodeTime: .min, byteCount: 0, payload: nil))
  }

  /// Takes the end of a segment; `false` while a track has packets before it, or may still give some.
  package mutating func takeSegmentEnd() -> Bool {
    guard tracks.contains(where: \.isAtSegmentEnd),
      tracks.allSatisfy({ $0.isAtSegmentEnd || $0.isDrained && $0.packets.isEmpty })
    else { return false }
    for index in tracks.indices { _ = tracks[index].packets.popFirst() }
    return true
  }

  private func nextTrack() -> Int? {
    let orderMayBeGivenUp = heldBytes > heldBytesCap
    for (index, track) in tracks.enumerated() where track.traits.role == .first && !track.isAtSegmentEnd {
      if !track.packets.isEmpty { return index }
      if !track.isDrained && !orderMayBeGivenUp { return nil }
    }
    var earliest: (track: Int, time: Int64)?
    for (index, track) in tracks.enumerated() {
      if track.isAtSegmentEnd { continue }
      if let first = track.packets.first {
        if earliest == nil || first.decodeTime < earliest!.time { earliest = (index, first.decodeTime) }
      } else if track.traits.role == .paces && !track.isDrained && !orderMayBeGivenUp {
        return nil
      }
    }
    return earliest?.track
  }
}
