import MediaInterop

/// How much sound each packet of a Vorbis stream completes, and in Ogg when.
///
/// The first packet completes none, and the sound begins with the second. libavformat gives the first a length all the
/// same, and puts it before the sound. Of a stream that lies in one page it cannot tell that place from the page's
/// position, and counts from zero: everything then seems too late by that length, and the end too early.
final class VorbisPackets {
  private let blocks: VorbisBlocks
  private let isOgg: Bool
  /// Samples by which libavformat's times are too late.
  private var lateness: Int64 = 0

  /// `nil` for streams of other codings, and where the headers cannot be read.
  init?(_ parameters: CodecParameters, isOgg: Bool) {
    guard parameters.codec == .vorbis, let blocks = VorbisBlocks(headers: parameters.extradata) else { return nil }
    self.blocks = blocks
    self.isOgg = isOgg
  }

  /// Samples of each channel; `nil` for a packet that holds no sound.
  ///
  /// - Parameter isFirst: whether it is the stream's first packet; the others come in their order.
  func sampleCount(of packet: Packet, isFirst: Bool) -> Int? {
    if isFirst { blocks.reset() }
    return blocks.sampleCount(of: packet.bytes)
  }

  /// The packet with the time of the sound that it completes. Ogg's ticks are samples.
  func timed(_ packet: Packet, isFirst: Bool) -> Packet {
    guard isOgg else { return packet }
    var packet = packet
    if isFirst {
      lateness = packet.pts == 0 ? packet.duration : 0
      packet.pts = packet.pts.map { $0 + packet.duration }
    }
    packet.pts = packet.pts.map { $0 - lateness }
    packet.trimEnd = max(0, packet.trimEnd - Int(clamping: lateness))
    return packet
  }
}
