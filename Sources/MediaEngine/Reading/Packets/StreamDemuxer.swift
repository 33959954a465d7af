import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

/// The packets of one stream of a container, from a demuxer of its own that skips all other streams.
///
/// It needs no packet queue, and no stream can starve another.
final class StreamDemuxer: PacketSource, @unchecked Sendable {
  // Sendable: the demuxer has one caller at a time, as the protocol says; the cancellation is Sendable itself.
  private let probe: Probe
  private let opener: any MediaOpener
  private var demuxer: any ContainerDemuxer
  private let track: SourceTrack
  private let stream: MediaInterop.Stream
  /// The number of decoded samples for each sample that the container counts.
  private let trimScale: Int
  private let options: Demuxer.Options
  private let cancellation: Cancellation
  /// The packets that were read during a seek. They are returned next.
  private var found = PacketQueue<Packet>()
  private var isAtStart = true
  /// The packet that is returned next. It is held until the packet behind it shows its duration.
  private var ahead: Packet?
  private var ending = HeldEnding()
  private var previousDuration: Int64 = 0

  /// - Throws: `MediaError` when the file cannot be opened again.
  init(
    reopening probe: Probe, of context: ReadingContext, options: Demuxer.Options = Demuxer.Options(),
    cancellation: Cancellation
  ) throws {
    self.probe = probe
    opener = context.opener
    self.options = options
    self.cancellation = cancellation
    (track, stream) = (context.track, context.stream)
    let counted = probe.streams[stream.index].parameters.sampleRate
    trimScale = counted > 0 ? max(1, stream.parameters.sampleRate / counted) : 1
    demuxer = try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [stream.index])
  }

  func next() throws -> Packet? {
    guard var packet = ahead ?? readAhead() else {
      try ending.pass()
      return nil
    }
    ahead = readAhead()
    packet.duration = duration(of: packet)
    previousDuration = packet.duration
    packet.trimStart *= trimScale
    return packet
  }

  /// Returns a packet's duration. If the container states none, the packet lasts up to the next packet's decode time,
  /// and the last packet as long as the one before (WI-66).
  private func duration(of packet: Packet) -> Int64 {
    if packet.duration > 0 { return packet.duration }
    guard let ahead else { return previousDuration }
    // Packets are missing between the two, so the difference of their times is no duration.
    if ahead.followsDamage, previousDuration > 0 { return previousDuration }
    guard let start = packet.dts, let end = ahead.dts, end > start else { return 0 }
    return end - start
  }

  private func readAhead() -> Packet? { found.popFirst() ?? ending.read(read) }

  /// Reads the stream's next packet from the container; `nil` at the end.
  private func read() throws -> Packet? {
    isAtStart = false
    if let packet = try demuxer.read() { return packet }
    if let reason = demuxer.endedEarly {
      throw MediaError(.truncatedContainer, .demuxing, reason, path: probe.source.name)
    }
    return nil
  }

  // MARK: Seeking

  /// The distances, in seconds, by which an earlier position is tried if the index leads too far: the index is ordered
  /// by decode time, and an edit may begin with pictures that are only decoded.
  private static let distances: [Int32] = [0, 1, 4, 16, 64]

  func seek(to ticks: Int64) throws {
    forget()
    // Only a new demuxer tells again which configuration holds.
    if track.formatDescriptions.count > 1, !isAtStart { try reopen() }
    let first = try packetFromIndex(ticks)
    if first == nil { try rewind() }
    found = AccessPoint(at: ticks, from: first) { ending.read(read) }.packets
  }

  /// Returns the first packet at a position from the container's index from which the wanted time can be decoded. It is
  /// `nil` if the index has no such position, and reading must begin at the start.
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
    forget()
    // libavformat finds out some properties only at the first packets of a newly opened file.
    try reopen()
    isAtStart = true
  }

  private func forget() {
    found.removeAll()
    (ahead, ending) = (nil, HeldEnding())
  }

  private func reopen() throws {
    demuxer = try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [stream.index])
  }
}
