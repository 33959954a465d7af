import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// The packets of a sound track in a container other than a movie, with times and durations from the coding itself:
/// they are exact to the sample, even if the container rounds or omits them.
///
/// If the container places a packet at the start of the packet before, or still earlier, the packet is placed behind
/// that one instead: in chained Ogg and joined transport streams times restart, and no sound is lost for that.
///
/// Such times are counted from the first packet on. A seek therefore begins at a packet whose counted time is known
/// from earlier reading, or at the start, and counts the packets in between; none of them is decoded.
final class CodedSound: PacketSource, @unchecked Sendable {
  // Sendable: one caller at a time, as the protocol says.
  private let packets: any PacketSource
  private let stream: MediaInterop.Stream
  private let timeline: AssetTimeline
  /// The unit of the container's times.
  private let container: TimeBase
  private let sample: TimeBase
  private let sampleCount: CodedSampleCount
  private let vorbis: VorbisPackets?
  private let startTrim: Int
  /// The end of the sound, in ticks of the container; `nil` if the packets state which samples are not heard.
  private let soundEnd: Int64?
  /// A Boolean value that says whether the container's times are exact everywhere, and its index leads to them.
  private let hasExactTimes: Bool
  /// A Boolean value that says whether each packet begins with a header that states its sample rate.
  private let statesRates: Bool
  private var clock: SoundClock?
  /// The start of the packet before, and the end of its audible part, in ticks of the track. It is `nil` at the start,
  /// after a jump, and if only the container states the packet's duration: that is rounded, and over many packets sound
  /// would be lost.
  private var previous: (start: Int64, end: Int64)?
  /// The positions where the container's times decrease. It is `nil` if times are kept as they are: after damage, a
  /// time that decreases is a broken one.
  private var overlaps: SoundOverlaps?
  /// The longest overlap that is kept, in ticks of the track.
  private let longestOverlap: Int64
  /// The difference between counted times and the container's, in ticks of the track, if no clock counts them: a
  /// container that estimates the time of a sought position continues counting from that estimate.
  private var shift: Int64 = 0
  private var places: SoundPlaces
  private var isAtStart = true
  /// The packet that was read during a seek. It is returned next.
  private var found: Packet?

  /// - Parameter context: the context of the track; its stream has the time base that `Stream.countingSamples` chose.
  init(_ packets: any PacketSource, of context: ReadingContext, in probe: Probe) {
    let stream = context.stream
    self.packets = packets
    self.stream = stream
    timeline = context.timeline
    overlaps = context.losses == nil ? SoundOverlaps(context.notes) : nil
    sample = stream.parameters.samples
    sampleCount = CodedSampleCount(stream.parameters)
    vorbis = VorbisPackets(stream.parameters, isOgg: probe.traits.hasPageTimes)
    container = probe.streams[stream.index].timeBase
    clock = SoundClock(sampleRate: stream.parameters.sampleRate, container: container)
    let codec = stream.parameters.codec
    statesRates = probe.traits.hasBareFrames && [.aac, .mp3, .mp2].contains(codec)
    // WAVE and similar formats know the position of a sample only if all have one size: times of ADPCM are estimated.
    hasExactTimes =
      clock == nil && probe.isIndexed && (codec.isPCM || codec == .flac || probe.traits.hasTimedIndex)
    longestOverlap =
      codec == .vorbis
      ? sample.rescale(SoundOverlaps.mostVorbisSamples, to: stream.timeBase)
      : stream.timeBase.ticks(SoundOverlaps.longestRounding) ?? 0
    startTrim = probe.streams[stream.index].unstatedStartTrim(in: probe)
    soundEnd = probe.streams[stream.index].unstatedEnd(in: probe)
    // One position is remembered for each second.
    places = SoundPlaces(distance: TimeBase(ticksPerSecond: 1).rescale(1, to: stream.timeBase, .up))
  }

  func next() throws -> Packet? {
    if let packet = found {
      found = nil
      return packet
    }
    return try packets.next().map { counted($0) }
  }

  /// - Parameter place: the packet's remembered position, if it was read before.
  private func counted(_ source: Packet, at place: SoundPlaces.Place? = nil) -> Packet {
    let known = place.map { Int(clamping: stream.timeBase.rescale($0.duration, to: sample)) }
    let (source, count) =
      vorbis?.counted(source, isFirst: isAtStart, known: known) ?? (source, sampleCount.of(source))
    let isFirst = isAtStart
    var packet = source
    packet.timeBase = stream.timeBase
    packet.pts = source.pts.map { container.rescale($0, to: stream.timeBase) }
    if clock == nil, let place { shift = place.time &- (packet.pts ?? 0) }
    packet.pts = packet.pts.map { $0 &+ shift }
    if isAtStart, source.trimStart == 0, startTrim > 0 {
      packet.trimStart = startTrim
      // The container's time is that of the first audible sample; the inaudible ones before it are subtracted in whole
      // ticks.
      packet.pts = source.pts.map { stated in
        let heard = stated + sample.rescale(Int64(startTrim), to: container)
        return container.rescale(heard, to: stream.timeBase) - sample.rescale(Int64(startTrim), to: stream.timeBase)
      }
    }
    isAtStart = false
    let ownDuration = ownDuration(of: source, count)
    packet.duration =
      place?.duration ?? ownDuration ?? count.map { sample.rescale(Int64($0), to: stream.timeBase) }
      ?? container.rescale(source.duration, to: stream.timeBase)
    // Vorbis's first packet completes no samples. It gets the duration of the samples that a player should drop: the
    // sound begins with the second packet.
    if isFirst, vorbis != nil, packet.trimStart > 0 {
      packet.duration = sample.rescale(Int64(packet.trimStart), to: stream.timeBase)
    }
    if let pts = packet.pts, packet.duration > 0, let time = clock?.time(of: pts, lasting: packet.duration) {
      packet.pts = time
    }
    if let place { packet.pts = place.time } else { putInOrder(&packet) }
    if let soundEnd, let pts = packet.pts {
      let excess = pts + packet.duration - container.rescale(soundEnd, to: stream.timeBase)
      let count = stream.timeBase.rescale(min(excess, packet.duration), to: sample)
      packet.trimEnd = max(packet.trimEnd, Int(clamping: count))
    }
    previous = nil
    if let start = packet.pts, packet.duration > 0, count != nil {
      previous = (start, start &+ packet.duration &- ticks(packet.trimEnd))
    }
    // libavformat places the next packet where this one would end at the stream's rate.
    if clock == nil, let ownDuration {
      shift &+= ownDuration &- container.rescale(source.duration, to: stream.timeBase)
    }
    if let time = packet.pts { places.note(source, at: time, lasting: packet.duration) }
    packet.dts = packet.pts
    return packet
  }

  private func ticks(_ samples: Int) -> Int64 { sample.rescale(Int64(samples), to: stream.timeBase) }

  /// Places a packet behind the one before if the container makes its sound begin at the same time as that one or
  /// earlier.
  private func putInOrder(_ packet: inout Packet) {
    guard overlaps != nil, let previous, let stated = packet.pts else { return }
    let start = stated &+ ticks(packet.trimStart)
    let overlap = previous.end &- start
    guard start <= previous.start, overlap > longestOverlap else { return }
    overlaps?.add(timeline.duration(overlap), at: timeline.time(previous.end))
    packet.pts = previous.end &- ticks(packet.trimStart)
  }

  /// Returns the duration of a packet whose header states another sample rate than the stream has, because a recorder
  /// changed the rate; `nil` for all others.
  private func ownDuration(of packet: Packet, _ count: Int?) -> Int64? {
    let (codec, streamRate) = (stream.parameters.codec, stream.parameters.sampleRate)
    guard statesRates, let rate = FrameHeader.sampleRate(codec, packet.bytes), rate > 0, rate != streamRate else {
      return nil
    }
    // libavformat counts MPEG audio at each frame's own rate.
    guard codec == .aac, let count else { return container.rescale(packet.duration, to: stream.timeBase) }
    // With spectral band replication the sound has twice the rate that the header states.
    if 2 * rate == streamRate { return nil }
    let isReplicated = stream.parameters.frameSize > SoundDescription.aacFrame
    let heard = TimeBase(ticksPerSecond: Int32(clamping: isReplicated ? 2 * rate : rate))
    return heard.rescale(Int64(count), to: stream.timeBase)
  }

  // MARK: Seeking

  func seek(to ticks: Int64) throws {
    if hasExactTimes {
      previous = nil
      isAtStart = false
      found = nil
      shift = 0
      return try packets.seek(to: stream.timeBase.rescale(ticks, to: container, .down))
    }
    let isThere = try places.last(notAfter: ticks).map { try resume(at: $0) } ?? false
    if !isThere { try rewind() }
    while let packet = try next() {
      guard let time = packet.pts, time + packet.duration <= ticks else {
        found = packet
        return
      }
    }
  }

  /// - Returns: `false` if the container's index does not lead back to the same packet.
  private func resume(at place: SoundPlaces.Place) throws -> Bool {
    clock?.restart(at: place.time)
    previous = nil
    places.reset()
    isAtStart = false
    found = nil
    // Several packets may have the same rounded time, and the remembered one is the first of them.
    try packets.seek(to: place.stated - 1)
    while let packet = try packets.next(), let position = packet.position, position <= place.position {
      if position < place.position { continue }
      guard packet.bytes.count == place.byteCount else { return false }
      found = counted(packet, at: place)
      return true
    }
    return false
  }

  func rewind() throws {
    clock?.reset()
    previous = nil
    shift = 0
    places.reset()
    isAtStart = true
    found = nil
    try packets.rewind()
  }
}
