import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

/// The packets of one stream of a container: a demuxer of its own that passes over all others.
///
/// No packet queue exists, and no stream can starve another.
final class StreamDemuxer: PacketSource, @unchecked Sendable {
  // Sendable: the demuxer has one caller at a time, as the protocol says; the cancellation is Sendable itself.
  private let probe: Probe
  private let opener: any MediaOpener
  private var demuxer: any ContainerDemuxer
  private let track: SourceTrack
  private let stream: MediaInterop.Stream
  private let lastPicture: LastPicture?
  /// A Boolean value that says whether the first packet can be gone back to without opening the file again.
  private let canReturn: Bool
  private let sampleCount: CodedSampleCount
  /// The number of samples that the stream decodes to for each that the container counts.
  private let trimScale: Int
  private let options: Demuxer.Options
  private let cancellation: Cancellation
  /// The packets that were read while looking for a place. They come next.
  private var found = PacketQueue<Packet>()
  private var isAtStart = true
  /// The packet that is given next: it waits for the one behind it to tell its duration.
  private var ahead: Packet?
  private var hasStarted = false
  /// The error that ends the stream, told once all packets before it were given.
  private var endError: MediaError?
  private var previousDuration: Int64 = 0
  /// The places of the damaged fragments that were not passed yet.
  private var damagedFragments: ArraySlice<Int64>

  /// - Parameters:
  ///   - lastPicture: the last picture of a movie, where the edit list says how long it is shown.
  ///   - hasFragments: a Boolean value that says whether a movie's samples are not all in its tables.
  /// - Throws: `MediaError` when the file cannot be opened again.
  init(
    reopening probe: Probe, of context: ReadingContext, options: Demuxer.Options = Demuxer.Options(),
    lastPicture: LastPicture? = nil, hasFragments: Bool = false, cancellation: Cancellation
  ) throws {
    self.probe = probe
    opener = context.opener
    self.options = options
    self.cancellation = cancellation
    (track, stream) = (context.track, context.stream)
    self.lastPicture = lastPicture
    // For other containers libavformat finds out some properties only at the first packets of a newly opened file; the
    // same goes for the configuration of a later sample description, and for damage.
    canReturn =
      probe.isFormat("mov") && probe.isIndexed && !hasFragments && !options.readsPastDamage
      && track.formatDescriptions.count == 1
    sampleCount = CodedSampleCount(stream.parameters)
    let counted = probe.streams[stream.index].parameters.sampleRate
    trimScale = counted > 0 ? max(1, stream.parameters.sampleRate / counted) : 1
    damagedFragments = track.damagedFragments[...]
    demuxer = try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [stream.index])
  }

  func next() throws -> Packet? {
    if !hasStarted {
      hasStarted = true
      ahead = try readAhead()
    }
    guard var packet = ahead else {
      if let endError { throw endError }
      return nil
    }
    ahead = try readAhead()
    packet.duration = duration(of: packet)
    previousDuration = packet.duration
    packet.trimStart *= trimScale
    if ahead == nil, endError == nil { stateTrim(of: &packet) }
    if let lastPicture, packet.pts == lastPicture.time { packet.duration = lastPicture.duration }
    if track.mediaType == .audio, let end = track.edits?.end, let pts = packet.pts {
      // The edit list cuts off the sound's end: the padding of the last packet, and packets beyond it.
      if pts >= end { return nil }
      let excess = stream.timeBase.rescale(pts + packet.duration - end, to: stream.parameters.samples)
      packet.trimEnd = max(packet.trimEnd, Int(clamping: excess))
    }
    return packet
  }

  /// Returns a packet's duration where the demuxer leaves durations to the tables, as for reordered pictures of a
  /// movie: up to the next packet's decode time. The last packet's duration is the tables' own, since libavformat makes
  /// it of the rest of the track's duration, from which it takes empty edits; a packet of many samples, as of PCM, is
  /// longer than the last sample. Where nothing is stated a packet lasts as long as the one before (WI-66).
  private func duration(of packet: Packet) -> Int64 {
    guard let ahead else {
      let known = max(packet.duration, track.lastSampleDuration * sampleCount(of: packet))
      return known > 0 ? known : previousDuration
    }
    if packet.duration > 0 { return packet.duration }
    // Packets are missing between the two.
    if ahead.followsDamage, previousDuration > 0 { return previousDuration }
    guard let start = packet.dts, let end = ahead.dts, end > start else { return 0 }
    return end - start
  }

  /// States the padding of a movie's last packet of sound, where the tables let it be shorter than it decodes to.
  private func stateTrim(of packet: inout Packet) {
    guard track.mediaType == .audio, track.hasMovieTables, packet.duration > 0,
      let count = sampleCount.all(of: packet), case let samples = stream.parameters.samples,
      case let stated = packet.timeBase.rescale(packet.duration, to: samples), stated < count
    else { return }
    packet.duration = samples.rescale(Int64(count), to: packet.timeBase)
    packet.trimEnd = max(packet.trimEnd, count - Int(stated))
  }

  /// Returns the number of samples in a packet: more than one where they have one size, as libavformat makes packets of
  /// PCM.
  private func sampleCount(of packet: Packet) -> Int64 {
    guard let sound = track.formatDescriptions.first?.audioStreamBasicDescription, sound.mBytesPerPacket > 0 else {
      return 1
    }
    return max(1, Int64(packet.bytes.count) / Int64(sound.mBytesPerPacket))
  }

  private func readAhead() throws -> Packet? {
    do {
      return try read()
    } catch let error as MediaError where options.readsPastDamage && error.kind == .truncatedContainer {
      endError = error
      return nil
    }
  }

  private func read() throws -> Packet? {
    if let packet = found.popFirst() { return packet }
    isAtStart = false
    if let packet = try demuxer.read() { return marked(packet) }
    if let reason = demuxer.endedEarly {
      throw MediaError(.truncatedContainer, .demuxing, reason, path: probe.source.name)
    }
    return nil
  }

  /// Marks the first packet behind a damaged fragment: others are missing before it.
  private func marked(_ source: Packet) -> Packet {
    guard let place = damagedFragments.first, let position = source.position, place < position else { return source }
    damagedFragments = damagedFragments.drop { $0 < position }
    var packet = source
    packet.followsDamage = true
    return packet
  }

  // MARK: Going elsewhere

  /// The distances, in seconds, by which an earlier place is looked for when the index leads too far: it is ordered by
  /// decode time, and an edit may begin with pictures that are only decoded.
  private static let distances: [Int32] = [0, 1, 4, 16, 64]

  func seek(to ticks: Int64) throws {
    found.removeAll()
    endError = nil
    // Only a new demuxer tells again which configuration holds.
    if track.formatDescriptions.count > 1, !isAtStart { try reopen() }
    let first = try packetFromIndex(ticks)
    if first == nil { try rewind() }
    hasStarted = false
    isAtStart = false
    found = try AccessPoint(at: ticks, from: first) { try demuxer.read() }.packets
  }

  /// Returns the first packet at a place that the container's index leads to, from which the wanted time can be
  /// decoded; `nil` where the index leads to none, and reading is to begin at the start.
  private func packetFromIndex(_ ticks: Int64) throws -> Packet? {
    guard probe.isIndexed else { return nil }
    let start = stream.startTime ?? 0
    for distance in Self.distances {
      let place = ticks - TimeBase(ticksPerSecond: 1).rescale(Int64(distance), to: stream.timeBase)
      if place <= start { return nil }
      do {
        if let first = try packet(at: place), first.isAccessPoint(at: ticks) { return first }
      } catch let error as MediaError where error.kind == .damagedContainer {
        return nil
      }
    }
    return nil
  }

  private func packet(at place: Int64) throws -> Packet? {
    isAtStart = false
    try demuxer.seek(to: place, streamIndex: stream.index)
    return try demuxer.read()
  }

  func rewind() throws {
    if isAtStart { return }
    found.removeAll()
    hasStarted = false
    endError = nil
    damagedFragments = track.damagedFragments[...]
    if canReturn {
      try demuxer.seek(to: Self.beforeAll, streamIndex: stream.index)
    } else {
      try reopen()
    }
    isAtStart = true
  }

  private func reopen() throws {
    demuxer = try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [stream.index])
  }

  /// A time before any sample, which is a number of 64 bits in any other stream's ticks, too.
  private static let beforeAll = Int64(-1) << 40
}
