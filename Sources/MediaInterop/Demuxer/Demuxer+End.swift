internal import CFFmpeg
internal import MediaSupport

/// What the end of a file says: libavformat answers a cut file with an ordinary end.
extension Demuxer {
  /// Remembers how far a stream has come.
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

  /// Tells the end of a stream from a failed read and from a file that is cut.
  func finish() throws(MediaError) {
    try check(bytes.readError, .inputOutput, .demuxing, "cannot read the input", path: probe.source.name)
    try requireParsedFLAC()
    endedEarly = sampleBeyondTheEnd() ?? missingSamples() ?? cut() ?? damage?.reasonAtEnd
  }

  /// Before version 6 FFmpeg finds no frame in FLAC of 32 bits, which is not damaged.
  private func requireParsedFLAC() throws(MediaError) {
    guard packetCount == 0, Demuxer.countedFormats.contains(where: probe.isFormat) else { return }
    for index in probe.streams.indices where selected?.contains(index) ?? true {
      guard probe.streams[index].parameters.codec == .flac, let stream = context.pointee.streams[index],
        stream.pointee.codecpar.pointee.bits_per_raw_sample > 24
      else { continue }
      throw MediaError(
        .decoderNotFound, .demuxing, "FLAC of more than 24 bits is not read by this build", path: probe.source.name)
    }
  }

  /// Where the header counts the samples exactly: less than that came.
  private func missingSamples() -> String? {
    guard Demuxer.countedFormats.contains(where: probe.isFormat) else { return nil }
    for stream in probe.streams where selected?.contains(stream.index) ?? true {
      guard stream.parameters.codec.isPCM || stream.parameters.codec == .flac, let duration = stream.duration,
        let end = lastEnds[stream.index], end < duration
      else { continue }
      return "stream \(stream.index) ends after \(end) of \(duration) ticks"
    }
    return nil
  }

  /// A sample that the container's tables place outside the file.
  func sampleBeyondTheEnd() -> String? {
    guard Demuxer.tabledFormats.contains(where: probe.isFormat), let size = bytes.size else { return nil }
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
