import MediaInterop
import MediaSupport

/// The packets of one stream of an indexed container: a demuxer of its own that passes over all others.
///
/// No packet queue exists, and no stream can starve another.
final class StreamDemuxer: PacketSource, @unchecked Sendable {
  // Sendable: the demuxer has one caller at a time, as the protocol says; the cancellation is Sendable itself.
  private let demuxer: Demuxer
  private let track: SourceTrack
  private let cancellation = Cancellation()
  /// The packet that is given next: it waits for the one behind it to tell its duration.
  private var ahead: Packet?
  private var hasStarted = false

  /// - Throws: `MediaError` when the file cannot be opened again.
  init(reopening probe: Probe, of track: SourceTrack) throws {
    demuxer = try Demuxer(reopening: probe, cancellation: cancellation)
    self.track = track
    demuxer.select(streams: [track.stream.index])
  }

  func next() throws -> Packet? {
    if !hasStarted {
      hasStarted = true
      ahead = try read()
    }
    guard var packet = ahead else { return nil }
    ahead = try read()
    if packet.duration == 0 { packet.duration = duration(of: packet) }
    if let end = track.editEnd, let pts = packet.pts {
      // What the edit list cuts off behind the sound: the padding of the last packet, and packets beyond it.
      if pts >= end { return nil }
      packet.duration = min(packet.duration, end - pts)
    }
    return packet
  }

  /// Where the demuxer leaves durations to the tables, as for reordered pictures of a movie: to the next packet's
  /// decode time, and the last one's from the tables themselves.
  private func duration(of packet: Packet) -> Int64 {
    guard let ahead else { return track.lastSampleDuration }
    guard let start = packet.dts, let end = ahead.dts, end > start else { return 0 }
    return end - start
  }

  private func read() throws -> Packet? {
    if let packet = try demuxer.read() { return packet }
    if let reason = demuxer.endedEarly {
      throw MediaError(.damagedContainer, .demuxing, reason, path: demuxer.probe.source.name)
    }
    return nil
  }

  func seek(to ticks: Int64) throws {
    try demuxer.seek(to: ticks, streamIndex: track.stream.index)
    hasStarted = false
  }

  func cancel() { cancellation.cancel() }
}
