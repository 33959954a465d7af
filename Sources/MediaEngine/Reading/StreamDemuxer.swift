import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

/// The packets of one stream of an indexed container: a demuxer of its own that passes over all others.
///
/// No packet queue exists, and no stream can starve another.
final class StreamDemuxer: PacketSource, @unchecked Sendable {
  // Sendable: the demuxer has one caller at a time, as the protocol says; the cancellation is Sendable itself.
  private let demuxer: Demuxer
  private let track: SourceTrack
  private let lastPicture: LastPicture?
  private let cancellation = Cancellation()
  /// The packet that is given next: it waits for the one behind it to tell its duration.
  private var ahead: Packet?
  private var hasStarted = false
  private var previousDuration: Int64 = 0

  /// - Parameter lastPicture: of a movie's pictures, where the edit list says how long it is shown.
  /// - Throws: `MediaError` when the file cannot be opened again.
  init(reopening probe: Probe, of track: SourceTrack, lastPicture: LastPicture? = nil) throws {
    demuxer = try Demuxer(reopening: probe, cancellation: cancellation)
    self.track = track
    self.lastPicture = lastPicture
    demuxer.select(streams: [track.stream.index])
  }

  func next() throws -> Packet? {
    if !hasStarted {
      hasStarted = true
      ahead = try read()
    }
    guard var packet = ahead else { return nil }
    ahead = try read()
    packet.duration = duration(of: packet)
    previousDuration = packet.duration
    if let lastPicture, packet.pts == lastPicture.time { packet.duration = lastPicture.duration }
    if let end = track.editEnd, let pts = packet.pts {
      // What the edit list cuts off behind the sound: the padding of the last packet, and packets beyond it.
      if pts >= end { return nil }
      packet.duration = min(packet.duration, end - pts)
    }
    return packet
  }

  /// Where the demuxer leaves durations to the tables, as for reordered pictures of a movie: to the next packet's
  /// decode time. The last one's is the tables' own, since libavformat's is what the track's duration leaves, from
  /// which it takes empty edits; a packet of many samples, as of PCM, is longer than the last of them. Where nothing is
  /// stated it lasts as long as the one before (WI-66).
  private func duration(of packet: Packet) -> Int64 {
    guard let ahead else {
      let known = max(packet.duration, track.lastSampleDuration * sampleCount(of: packet))
      return known > 0 ? known : previousDuration
    }
    if packet.duration > 0 { return packet.duration }
    guard let start = packet.dts, let end = ahead.dts, end > start else { return 0 }
    return end - start
  }

  /// More than one in a packet of samples of one size, as libavformat makes them of PCM.
  private func sampleCount(of packet: Packet) -> Int64 {
    guard let sound = track.formatDescriptions.first?.audioStreamBasicDescription, sound.mBytesPerPacket > 0 else {
      return 1
    }
    return max(1, Int64(packet.bytes.count) / Int64(sound.mBytesPerPacket))
  }

  private func read() throws -> Packet? {
    if let packet = try demuxer.read() { return packet }
    if let reason = demuxer.endedEarly {
      throw MediaError(.truncatedContainer, .demuxing, reason, path: demuxer.probe.source.name)
    }
    return nil
  }

  func seek(to ticks: Int64) throws {
    try demuxer.seek(to: ticks, streamIndex: track.stream.index)
    hasStarted = false
  }

  func cancel() { cancellation.cancel() }
}
