import Bitstreams
internal import CFFmpeg

/// Finds out whether the file was truncated, from the container's own numbers.
///
/// Some truncations cannot be found, because the numbers do not show them:
/// - between two parts of a file whose header states no total: frames of MP3 without a tag of totals, of ADTS, AC-3 and
///   AMR, packets of a transport stream, tags of FLV, blocks of WavPack, blocks of a Matroska file that was written to
///   a pipe, fragments of a movie. A truncation inside a part is found.
/// - plain samples (wave, AU, CAF, AVI) whose size was not known when the header was written.
/// - program streams, ASF, MXF, GXF, RealMedia, NUT, DV and bare video, except truncations that their demuxers report.
///
/// An Ogg stream whose last page is not marked as the last counts as truncated: RFC 3533 requires the mark, and its
/// absence shows that the recording was interrupted.
/// An Ogg stream whose last page does not say that it is the last counts as cut: RFC 3533 marks that page, and one
/// without the mark is a capture that was broken off.
extension Demuxer {
  /// Returns the truncated part at the end of a file that can be read in any order. The read position does not change.
  func cut() -> String? {
    guard bytes.isSeekable, let size = bytes.size else { return nil }
    return cutPart() ?? cutTransportPacket(size) ?? missingMP3(size) ?? cutLastFrame() ?? cutHeader()
  }

  private func cutPart() -> String? {
    guard let container = probe.traits.framing else { return nil }
    // The packets of a page, a tag or a block have its offset, so the walk to the end begins at the last one.
    let isSequence = [.ogg, .flashVideo, .wavPack].contains(container)
    return bytes.cutPart(of: container, from: isSequence ? lastPosition ?? 0 : 0)
  }

  private func cutTransportPacket(_ size: Int64) -> String? {
    guard probe.traits.isTransportStream else { return nil }
    var packetSize: Int64 = 0
    guard av_opt_get_int(context.pointee.priv_data, "ts_packetsize", 0, &packetSize) >= 0 else { return nil }
    let count = min(size, Int64(TransportTail.byteCount))
    let tail = bytes.read(at: size - count, count: Int(count))
    return TransportTail.cutPacket(tail, packetSize: Int(packetSize)).map { "the last packet has only \($0) bytes" }
  }

  private func missingMP3(_ size: Int64) -> String? {
    guard probe.traits.hasInformationFrame, let (start, frame) = firstMP3Frame(size), let tag = XingTag(frame: frame),
      // Without a packet the stream was not selected, so no packets were counted.
      tag.isMissed(frames: lastPacket == nil ? nil : packetCount, bytes: size - start)
    else { return nil }
    return "the file has fewer frames than its first frame states"
  }

  /// Returns the first frame's offset and its bytes, after any tags.
  private func firstMP3Frame(_ size: Int64) -> (start: Int64, bytes: [UInt8])? {
    var offset: Int64 = 0
    while offset < size, let tag = TagBlock.byteCount(bytes.read(at: offset, count: TagBlock.headerSize)) {
      offset += tag
    }
    // Padding may lie between the tag and the frame, as much as libavformat skips.
    let area = bytes.read(at: offset, count: 64 * 1024)
    let start = area.withUnsafeBytes { area in
      area.indices.first { MPEGAudioHeader(UnsafeRawBufferPointer(rebasing: area[$0...]))?.layer == 3 }
    }
    guard let start else { return nil }
    return (offset + Int64(start), Array(area[start...].prefix(Demuxer.totalsSize)))
  }

  /// The number of bytes up to the end of the totals in a first frame: at most the header, 32 bytes of side
  /// information, code, flags, two numbers; or 18 bytes from a fixed offset.
  private static let totalsSize = 64

  private func cutHeader() -> String? {
    passedOver?.endsInHeader == true ? "the last frame is cut within its header" : nil
  }

  private func cutLastFrame() -> String? {
    guard let last = lastPacket, probe.traits.hasBareFrames,
      FrameHeader.isCut(probe.streams[last.streamIndex].parameters.codec, last.bytes)
    else { return nil }
    return "the last frame is cut: it has only \(last.bytes.count) bytes"
  }
}
