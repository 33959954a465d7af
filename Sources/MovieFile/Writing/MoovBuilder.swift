import MediaSupport

/// Makes `moov`, and the boxes right after it, from the descriptions and the tables. It is pure: the same values give
/// the same bytes.
struct MoovBuilder {
  let format: FileFormat
  let movie: MovieDescription
  let timeScale: Int32
  let tracks: [WrittenTrack]
  /// The offset of the media data in the file.
  let mediaStart: Int64
  /// A Boolean value that says whether chunk offsets have 64 bits (`co64`).
  let hasWideOffsets: Bool
  /// The front of a fragmented movie; `nil` for other movies. With it, the tables are empty, and every field has a
  /// fixed width.
  var front: MovieExtends?

  func boxes() -> ByteWriter {
    var writer = ByteWriter()
    writer.box("moov") { moov in
      writeMovieHeader(to: &moov)
      for index in tracks.indices where isWritten(index) { writeTrack(index, to: &moov) }
      front?.write(to: &moov)
      writeUserData(movieUserData, iTunesItems: movieITunesItems, to: &moov)
      if let metadata = movie.metadata { moov.box(metadata) }
    }
    for packet in packets { writer.box(XMPPacket.isoBox(packet)) }
    return writer
  }

  /// XMP, which has a separate place in an ISO file.
  private var packets: [OpaqueBox] {
    format.isQuickTime ? [] : movie.userData.filter { $0.type == XMPPacket.userDataType }
  }

  private var movieUserData: [OpaqueBox] {
    format.isQuickTime ? movie.userData : movie.userData.filter { $0.type != XMPPacket.userDataType }
  }

  /// Returns whether a track is written to the file. A track without a format has no samples either, and is left out.
  func isWritten(_ track: Int) -> Bool {
    guard tracks.indices.contains(track) else { return false }
    return front.map { $0.tracks[track].isDescribed } ?? !tracks[track].entries.isEmpty
  }

  /// Writes `mvhd` (ISO 14496-12 8.2.2).
  private func writeMovieHeader(to writer: inout ByteWriter) {
    let duration = tracks.map { self.duration(of: $0) }.max() ?? 0
    let wide = front != nil || Self.needsWideHeader(duration, movie.creationTime, movie.modificationTime)
    writer.fullBox("mvhd", version: wide ? 1 : 0) { box in
      box.unsigned(Int64(clamping: movie.creationTime), wide: wide)
      box.unsigned(Int64(clamping: movie.modificationTime), wide: wide)
      box.i32(timeScale)
      box.unsigned(duration, wide: wide)
      box.i32(fixed(movie.preferredRate, fractionBits: 16))
      box.i16(Int16(clamping: fixed(movie.preferredVolume, fractionBits: 8)))
      box.zeros(10)
      movie.matrix.write(to: &box)
      box.zeros(24)
      box.u32(UInt32(tracks.count + 1))
    }
  }

  /// Returns whether 64-bit fields are needed. All ones in 32 bits mean an unknown duration.
  static func needsWideHeader(_ duration: Int64, _ times: UInt64...) -> Bool {
    duration >= Int64(UInt32.max) || times.contains { $0 > UInt64(UInt32.max) }
  }

  /// Returns a track's duration in the movie's time scale; 0 as long as more fragments come.
  func duration(of track: WrittenTrack) -> Int64 {
    front?.isFinished == false ? 0 : Self.duration(of: track, timeScale: timeScale)
  }

  /// Returns the duration of the track's edits, or of all its media if it has none, in the movie's time scale.
  static func duration(of track: WrittenTrack, timeScale: Int32) -> Int64 {
    let edits = track.description.edits
    if edits.isEmpty {
      let media = TimeBase(ticksPerSecond: track.description.timeScale)
      return media.rescale(track.tables.mediaDuration, to: TimeBase(ticksPerSecond: timeScale))
    }
    let shown: Int64 = edits.reduce(0) { $0.addingReportingOverflow($1.duration).partialValue }
    guard let last = edits.last, last.duration == 0, let start = last.mediaStart else { return shown }
    // An edit of a fragmented movie without a duration lasts to the end of the media.
    let rest = track.tables.count > 0 ? max(0, track.tables.presentationEnd &- start) : 0
    let media = TimeBase(ticksPerSecond: track.description.timeScale)
    return shown.addingReportingOverflow(media.rescale(rest, to: TimeBase(ticksPerSecond: timeScale))).partialValue
  }

  /// Returns a number in fixed point, rounded and held within 32 bits.
  func fixed(_ value: Double, fractionBits: Int) -> Int32 {
    guard value.isFinite else { return 0 }
    return Int32(max(Double(Int32.min), min(Double(Int32.max), (value * Double(1 << fractionBits)).rounded())))
  }

  /// The movie's own items, and the item for the priming of its sound.
  ///
  /// The item belongs to the movie, and players apply it to every track at the movie's start. It is therefore only
  /// right for a movie whose only track is sound that begins there.
  private var movieITunesItems: [OpaqueBox] {
    let sounds = tracks.indices.filter { isWritten($0) && tracks[$0].description.kind == .audio }
      .map { tracks[$0].description }
    guard !format.isQuickTime, sounds.count == 1, let sound = sounds.first, let priming = sound.priming,
      !sound.edits.contains(where: { $0.mediaStart == nil })
    else { return movie.iTunesItems }
    return movie.iTunesItems + [priming.iTunesItem]
  }

  /// Writes `udta` of a movie or a track, unless it would be empty.
  func writeUserData(_ boxes: [OpaqueBox], iTunesItems items: [OpaqueBox], to writer: inout ByteWriter) {
    guard !items.isEmpty || !boxes.isEmpty else { return }
    writer.box("udta") { udta in
      for box in boxes { udta.box(box) }
      if !items.isEmpty { writeITunesMetadata(items, to: &udta) }
    }
  }

  /// Writes the iTunes metadata list: a `meta` box whose handler is `mdir`.
  private func writeITunesMetadata(_ items: [OpaqueBox], to writer: inout ByteWriter) {
    writer.fullBox("meta") { meta in
      meta.fullBox("hdlr") {
        $0.u32(0)
        $0.fourCC("mdir")
        $0.fourCC("appl")
        $0.zeros(8)
        $0.u8(0)
      }
      meta.box("ilst") { list in
        for item in items { list.box(item) }
      }
    }
  }
}

extension AudioPriming {
  /// The item `iTunSMPB`: hexadecimal numbers of priming, remainder and valid frames among reserved ones.
  var iTunesItem: OpaqueBox {
    func hex(_ value: some BinaryInteger, _ digits: Int) -> String {
      let text = String(max(0, value), radix: 16, uppercase: true)
      return " " + String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let reserved = hex(0, 8)
    let value =
      reserved + hex(priming, 8) + hex(remainder, 8) + hex(validFrames, 16)
      + String(repeating: reserved, count: 8)
    return OpaqueBox("----") { item in
      item.fullBox("mean") { $0.append("com.apple.iTunes".utf8) }
      item.fullBox("name") { $0.append("iTunSMPB".utf8) }
      // Type 1 is UTF-8; the locale follows.
      item.fullBox("data", flags: 1) {
        $0.u32(0)
        $0.append(value.utf8)
      }
    }
  }
}
