internal import CFFmpeg
package import MediaSupport

extension Demuxer {
  /// Reads only these streams from now on; the bytes of others are skipped.
  package func select(streams: Set<Int>) {
    selected = streams
    for index in probe.streams.indices {
      context.pointee.streams[index]?.pointee.discard = streams.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Returns the next packet of the selected streams in the container's order; `nil` at the end.
  ///
  /// A time that the container does not state is `nil`. For movies, no time is ever guessed. For containers that were
  /// analysed, libavformat derives decode times and durations from the parsed media. The packet owns its bytes. At the
  /// end, `endedEarly` says whether something is missing.
  /// - Throws: `inputOutput`, `damagedContainer`, `cancelled`, `outOfMemory`. A later call may succeed after
  ///   `damagedContainer`, with a packet behind the broken part.
  package func read() throws(MediaError) -> Packet? {
    do {
      return try bytes.reading { () throws(MediaError) in try nextPacket() }
    } catch {
      if error.kind == .cancelled { damage?.forgetComplaints() }
      throw error
    }
  }

  private func nextPacket() throws(MediaError) -> Packet? {
    while true {
      let owner = try LibraryPacket()
      switch try step(into: owner) {
      case .done: break
      case .again:
        throw MediaError(.damagedContainer, .demuxing, "the container gives no packet", path: probe.source.name)
      case .end:
        try finish()
        return nil
      }
      let index = Int(owner.pointer.pointee.stream_index)
      guard index < probe.streams.count, selected?.contains(index) ?? true else { continue }
      // The picture is part of the probe already; libavformat also returns it before the first packet.
      if probe.streams[index].attachedPicture != nil { continue }
      var packet = owner.packet(timeBase: probe.streams[index].timeBase)
      if isHeader(packet, of: probe.streams[index].parameters) { continue }
      // A text that ends when it begins is never shown. In other containers a duration of 0 would mean an unknown end.
      if packet.duration == 0, probe.traits.isText { continue }
      if packet.isDamaged, probe.traits.readsBlocks { packet.isDamaged = false }
      if probe.streams[index].parameters.codec == .webVTT { packet.sideData = packet.sideData.withCueOfAddition }
      // libavformat interprets the decode time of the first picture of MPEG-1 as its presentation time.
      if probe.traits.isBareMPEGVideo, packet.isKeyFrame, probe.streams[index].parameters.reorderDepth > 0 {
        packet.pts = nil
      }
      packet.passedOverBytes = passedOver?.count(before: packet) ?? 0
      damage?.mark(&packet, isLate: isLate(packet))
      note(packet, at: owner.pointer.pointee.pos)
      return packet
    }
  }

  /// Returns whether a packet is one of the headers with which another stream of FLAC begins in chained Ogg:
  /// libavformat returns them as if they were sound (RFC 9639, 10.1).
  private func isHeader(_ packet: Packet, of parameters: CodecParameters) -> Bool {
    guard probe.isChained, parameters.codec == .flac else { return false }
    if packet.bytes.starts(with: [0x7F] + Array("FLAC".utf8)) {
      isInHeaders = true
    } else if packet.bytes.first == 0xFF {
      // This is a frame, not a block of metadata.
      isInHeaders = false
    }
    return isInHeaders
  }

  /// Returns whether the stream's previous packet ends earlier than this one begins, by more than a rounding error.
  private func isLate(_ packet: Packet) -> Bool {
    guard let end = decodeEnds[packet.streamIndex], let time = packet.dts,
      case (let gap, false) = time.subtractingReportingOverflow(end)
    else { return false }
    return packet.duration > 0 && gap > packet.duration / 2
  }

  private func step(into owner: LibraryPacket) throws(MediaError) -> CallOutcome {
    while true {
      do {
        if case .images(let paths, _) = probe.source { return try readImage(of: paths, into: owner) }
        let progress = try checkProgress(
          av_read_frame(context, owner.pointer), .damagedContainer, .demuxing, "cannot read the next packet",
          path: probe.source.name)
        if progress == .end, isFollowedByOthers() { continue }
        return progress
      } catch {
        if error.kind == .inputOutput, endsInBytesOfNoFrame { return .end }
        // A damaged table states a sample size for which there is no memory, and the library does not continue after
        // it.
        if error.kind == .outOfMemory, readsPastDamage, sampleBeyondTheEnd() != nil { return .end }
        guard error.kind == .damagedContainer else { throw error }
        if readsPastDamage, damage?.fail() == true { continue }
        // A movie ends where it was truncated, and `finish` reports the truncation.
        guard probe.isMovie, bytes.cutPart(of: .movie) != nil else { throw error }
        return .end
      }
    }
  }

  /// A Boolean value that says whether an error that the library reports as the system's is only caused by a few bytes
  /// at the end of a stream of ADTS.
  private var endsInBytesOfNoFrame: Bool {
    probe.traits.isADTS && bytes.readError == 0 && avio_feof(bytes.pointer) != 0
  }

  /// Returns whether the library reported an end because of a single sample that a movie's tables place beyond the end
  /// of the file: later samples may be within the file.
  private func isFollowedByOthers() -> Bool { readsPastDamage && sampleBeyondTheEnd() != nil && damage?.fail() == true }

  /// Continues at another position of the file.
  ///
  /// - Parameters:
  ///   - ticks: a time of the stream, in its time base.
  ///   - backward: whether to seek the last random-access point that is not later, instead of the first that is not
  ///     earlier. Containers order their random-access points by decode time, so the packet that follows may be
  ///     presented a little later than `ticks`. A caller that needs an earlier one must check, and seek again, further
  ///     back.
  package func seek(to ticks: Int64, streamIndex: Int, backward: Bool = true) throws(MediaError) {
    endedEarly = nil
    lastEnds = Array(repeating: nil, count: lastEnds.count)
    decodeEnds = lastEnds
    lastPacket = nil
    lastPosition = nil
    packetCount = nil
    isInHeaders = false
    if case .images = probe.source {
      nextImage = Int(clamping: max(0, ticks))
      return
    }
    bytes.forgetError()
    try bytes.reading { () throws(MediaError) in
      _ = try check(
        av_seek_frame(context, Int32(clamping: streamIndex), ticks, backward ? AVSEEK_FLAG_BACKWARD : 0),
        .damagedContainer, .demuxing, "cannot seek", path: probe.source.name)
    }
  }
}
