import MediaInterop

/// Counts the samples that each packet of a Vorbis stream completes, and corrects the packets' times in Ogg.
///
/// The first packet completes no samples, and the sound begins with the second. libavformat gives the first packet a
/// duration all the same, and places it before the sound. If a stream lies in one page, libavformat cannot derive the
/// start from the page's position, and counts from zero: all times are then too late by that duration, and the end is
/// too early. It also underestimates a short block behind a long one, and places its start too late, but its end is
/// right.
final class VorbisPackets {
  private let blocks: VorbisBlocks
  private let isOgg: Bool
  /// The number of samples by which libavformat's times are too late.
  private var lateness: Int64 = 0
  /// The end of the packet before, as libavformat states it.
  private var previousEnd: Int64?

  /// Reads the block sizes from the headers of a stream.
  ///
  /// - Returns: `nil` for streams of other codings, and if the headers cannot be read.
  init?(_ parameters: CodecParameters, isOgg: Bool) {
    guard parameters.codec == .vorbis, let blocks = VorbisBlocks(headers: parameters.extradata) else { return nil }
    self.blocks = blocks
    self.isOgg = isOgg
  }

  /// Returns the packet with the time of the sound that it completes, and the number of samples of each channel. The
  /// number is `nil` for a packet that contains no sound. Ogg's ticks are samples.
  ///
  /// - Parameters:
  ///   - isFirst: a Boolean value that says whether it is the stream's first packet; the others come in their order.
  ///   - known: the number of samples, if it is known from earlier reading.
  func counted(_ packet: Packet, isFirst: Bool, known: Int?) -> (packet: Packet, count: Int?) {
    if isFirst { blocks.reset() }
    let counted = blocks.sampleCount(of: packet.bytes)
    let count = known ?? counted
    guard isOgg else { return (packet, count) }
    let statedEnd = packet.pts.map { $0 &+ packet.duration }
    var packet = packet
    if isFirst {
      lateness = packet.pts == 0 ? packet.duration : 0
      packet.pts = statedEnd
    } else if let statedEnd, let count {
      let begin = statedEnd &- Int64(count)
      if known != nil || begin == previousEnd { packet.pts = begin }
    }
    previousEnd = statedEnd
    packet.pts = packet.pts.map { $0 &- lateness }
    packet.trimEnd = max(0, packet.trimEnd - Int(clamping: lateness))
    return (packet, count)
  }
}
