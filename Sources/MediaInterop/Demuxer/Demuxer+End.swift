internal import CFFmpeg
internal import MediaSupport

/// The end of a file: libavformat reports the end of a truncated file as an ordinary end.
extension Demuxer {
  /// Stores the packet, and the time that its stream has reached.
  func note(_ packet: Packet, at position: Int64) {
    lastPacket = packet
    if position >= 0 { lastPosition = position }
    if let count = packetCount { packetCount = count + 1 }
    if let time = packet.dts, case (let end, false) = time.addingReportingOverflow(packet.duration) {
      decodeEnds[packet.streamIndex] = end
    }
    guard let time = packet.pts ?? packet.dts else { return }
    let end = time.addingReportingOverflow(packet.duration)
    if !end.overflow {
      lastEnds[packet.streamIndex] = max(end.partialValue, lastEnds[packet.streamIndex] ?? end.partialValue)
    }
  }

  /// Determines whether the stream has ended, a read has failed, or the file is truncated.
  func finish() throws(MediaError) {
    try check(bytes.readError, .inputOutput, .demuxing, "cannot read the input", path: probe.source.name)
    try requireParsedFLAC()
    endedEarly = sampleBeyondTheEnd() ?? missingSamples() ?? cut() ?? damage?.reasonAtEnd
  }

  /// Refuses FLAC of 32 bits without a frame: FFmpeg before version 6 finds no frames in it, although it is not
  /// damaged.
  private func requireParsedFLAC() throws(MediaError) {
    guard packetCount == 0, probe.traits.countsSamples else { return }
    for index in probe.streams.indices where selected?.contains(index) ?? true {
      guard probe.streams[index].parameters.codec == .flac, let stream = context.pointee.streams[index],
        stream.pointee.codecpar.pointee.bits_per_raw_sample > 24
      else { continue }
      throw MediaError(
        .decoderNotFound, .demuxing, "this build does not read FLAC of more than 24 bits", path: probe.source.name)
    }
  }

  /// Returns a sentence if fewer samples came than the header states exactly.
  private func missingSamples() -> String? {
    guard probe.traits.countsSamples else { return nil }
    for stream in probe.streams where selected?.contains(stream.index) ?? true {
      guard stream.parameters.codec.isPCM || stream.parameters.codec == .flac, let duration = stream.duration,
        let end = lastEnds[stream.index], end < duration
      else { continue }
      return "stream \(stream.index) ends after \(end) of \(duration) ticks"
    }
    return nil
  }

  /// Returns a sentence about a sample that the container's tables place outside the file.
  func sampleBeyondTheEnd() -> String? {
    guard probe.traits.hasTables, let size = bytes.size else { return nil }
    for index in probe.streams.indices where selected?.contains(index) ?? true {
      guard let stream = context.pointee.streams[index] else { continue }
      for position in 0..<avformat_index_get_entries_count(stream) {
        guard let entry = avformat_index_get_entry(stream, position)?.pointee else { break }
        let (end, overflow) = entry.pos.addingReportingOverflow(Int64(entry.size))
        if overflow || end > size {
          return "sample \(position + 1) of stream \(index) lies beyond the end of the file"
        }
      }
    }
    return nil
  }
}
