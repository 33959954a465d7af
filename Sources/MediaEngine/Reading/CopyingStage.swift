import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

/// Packets as stored: in the framing that the format description promises, bytes untouched where that agrees.
final class CopyingStage: ReadingStage {
  private let packets: any PacketSource
  private let timeline: AssetTimeline
  private let range: CMTimeRange
  private let isAudio: Bool
  private var framer: PacketFramer
  private var format: CMFormatDescription?
  private var trim = StartTrim()
  private let samplesPerSecond: Double

  init(_ track: SourceTrack, _ packets: any PacketSource, _ timeline: AssetTimeline, _ range: CMTimeRange) throws {
    self.packets = packets
    self.timeline = timeline
    self.range = range
    isAudio = track.mediaType == .audio
    samplesPerSecond = Double(track.stream.parameters.sampleRate)
    framer = PacketFramer(stream: track.stream, formats: track.hasMovieTables ? track.formatDescriptions : [])
    // A movie's own description is exact; others may need the first packet to be complete.
    format = track.hasMovieTables ? track.formatDescriptions.first : nil
  }

  func next() throws -> CMSampleBuffer? {
    while let packet = try packets.next() {
      if packet.isDamaged {
        throw MediaError(
          .damagedContainer, .demuxing, "a sample is cut or damaged", time: timeline.time(packet.pts ?? packet.dts))
      }
      if isPastTheEnd(packet) { return nil }
      if let sample = try sample(of: packet) { return sample }
    }
    return nil
  }

  private func sample(of source: Packet) throws -> CMSampleBuffer? {
    var (packet, newFormat) = try framer.frame(source)
    if let newFormat { format = newFormat }
    guard let format else {
      throw MediaError(.damagedMedia, .demuxing, "the stream's configuration is missing")
    }
    // A packet of parameter sets alone.
    if packet.bytes.isEmpty && packet.duration == 0 { return nil }
    if isAudio { trim.apply(to: &packet) }
    let timing = CMSampleTimingInfo(
      duration: timeline.duration(packet.duration), presentationTimeStamp: timeline.time(packet.pts ?? packet.dts),
      decodeTimeStamp: isAudio ? .invalid : timeline.time(packet.dts ?? packet.pts))
    let data = CMBlockBuffer(bytes: packet.bytes, owner: packet.owner)
    if let run = linearPCM(data, of: packet, format, timing) { return run }
    let sample = CMSampleBuffer(dataBuffer: data, format: format, timing: timing, flags: flags(of: packet, timing))
    if packet.trimStart > 0 || packet.trimEnd > 0 {
      sample.setTrim(start: duration(packet.trimStart), end: duration(packet.trimEnd))
    }
    return sample
  }

  /// Linear PCM comes in packets of any size: each frame of it is a sample.
  private func linearPCM(
    _ data: CMBlockBuffer, of packet: Packet, _ format: CMFormatDescription, _ timing: CMSampleTimingInfo
  ) -> CMSampleBuffer? {
    guard let basic = format.audioStreamBasicDescription, basic.mFramesPerPacket == 1, basic.mBytesPerFrame > 0 else {
      return nil
    }
    let size = Int(basic.mBytesPerFrame)
    let count = data.dataLength / size
    guard count > 0, count * size == data.dataLength else { return nil }
    var each = timing
    each.duration = CMTime(value: 1, timescale: Int32(clamping: Int(basic.mSampleRate)))
    return CMSampleBuffer(dataBuffer: data, format: format, sampleCount: count, timings: [each], sizes: [size])
  }

  private func duration(_ samples: Int) -> CMTime {
    guard samples > 0, let rate = Int32(exactly: samplesPerSecond), rate > 0 else { return .zero }
    return CMTime(value: Int64(samples), timescale: rate)
  }

  private func flags(of packet: Packet, _ timing: CMSampleTimingInfo) -> SampleFlags {
    var flags: SampleFlags = []
    if !packet.isKeyFrame { flags.insert(.notSync) }
    if packet.isDroppable { flags.insert(.droppable) }
    let end = timing.duration.isNumeric ? timing.presentationTimeStamp + timing.duration : timing.presentationTimeStamp
    let isBeforeRange = range.start > .zero && end <= range.start
    if packet.isDiscarded || isBeforeRange { flags.insert(.doNotDisplay) }
    return flags
  }

  /// Packets come in decode order: one that is decoded after the range's end is not needed.
  private func isPastTheEnd(_ packet: Packet) -> Bool {
    guard range.end.isNumeric, let ticks = packet.dts ?? packet.pts else { return false }
    return timeline.time(ticks) >= range.end
  }
}

/// Spreads a stream's priming over its first packets: libavformat states it once, at the first.
private struct StartTrim {
  private var remaining: Int64 = 0

  mutating func apply(to packet: inout Packet) {
    remaining += Int64(packet.trimStart)
    packet.trimStart = 0
    guard remaining > 0, packet.duration > 0 else { return }
    let trimmed = min(remaining, packet.duration)
    remaining -= trimmed
    packet.trimStart = Int(trimmed)
    packet.isDiscarded = trimmed == packet.duration
  }
}
