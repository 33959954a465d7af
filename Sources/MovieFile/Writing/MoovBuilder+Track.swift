extension MoovBuilder {
  /// Writes `trak` (ISO 14496-12 8.3).
  func writeTrack(_ index: Int, to writer: inout ByteWriter) {
    let track = tracks[index]
    let description = track.description
    writer.box("trak") { trak in
      writeTrackHeader(track, id: UInt32(index + 1), to: &trak)
      if format.isQuickTime { writeAperture(track, to: &trak) }
      if !description.edits.isEmpty {
        // The caller's media time line starts at the first sample's time; the file's starts at 0.
        let origin = front?.tracks[index].origin ?? track.tables.firstDecodeTime
        let edits = description.edits.map { edit in
          var moved = edit
          moved.mediaStart = edit.mediaStart.map { $0 &- origin }
          return moved
        }
        trak.box("edts") { Edit.write(edits, to: &$0, isWide: front != nil) }
      }
      writeReferences(of: track, to: &trak)
      if format.isQuickTime { description.preload?.write(to: &trak) }
      trak.box("mdia") { writeMedia(index, to: &$0) }
      writeUserData(description.userData, iTunesItems: description.iTunesItems, to: &trak)
      if let metadata = description.metadata { trak.box(metadata) }
    }
  }

  /// Writes `tref` (ISO 14496-12 8.3.3), without the tracks that are left out of the file.
  private func writeReferences(of track: WrittenTrack, to writer: inout ByteWriter) {
    let references = track.description.references
      .map { TrackReference($0.type, $0.trackIDs.filter { isWritten(Int($0) - 1) }) }
      .filter { !$0.trackIDs.isEmpty }
    guard !references.isEmpty else { return }
    writer.box("tref") { tref in
      for reference in references {
        tref.box(reference.type) { box in reference.trackIDs.forEach { box.u32($0) } }
      }
    }
  }

  /// Writes `tkhd` (ISO 14496-12 8.3.2).
  private func writeTrackHeader(_ track: WrittenTrack, id: UInt32, to writer: inout ByteWriter) {
    let description = track.description
    let duration = duration(of: track)
    let wide = front != nil || Self.needsWideHeader(duration, description.creationTime, description.modificationTime)
    let flags: TrackHeader.Flags = description.isEnabled ? [.enabled, .inMovie, .inPreview] : [.inMovie, .inPreview]
    writer.fullBox("tkhd", version: wide ? 1 : 0, flags: flags.rawValue) { box in
      box.unsigned(Int64(clamping: description.creationTime), wide: wide)
      box.unsigned(Int64(clamping: description.modificationTime), wide: wide)
      box.u32(id)
      box.u32(0)
      box.unsigned(duration, wide: wide)
      box.zeros(8)
      box.i16(description.layer)
      box.i16(description.alternateGroup)
      box.i16(Int16(clamping: fixed(description.volume, fractionBits: 8)))
      box.u16(0)
      description.matrix.write(to: &box)
      box.i32(fixed(description.width, fractionBits: 16))
      box.i32(fixed(description.height, fractionBits: 16))
    }
  }

  /// Writes QuickTime's `tapt`: the track's sizes with and without its clean aperture and pixel shape.
  private func writeAperture(_ track: WrittenTrack, to writer: inout ByteWriter) {
    guard let entry = track.entries.first, case .video(let video) = entry.fields else { return }
    var ratio = 1.0
    var (width, height) = (Double(video.width), Double(video.height))
    var isNeeded = false
    for item in entry.extensions {
      switch item {
      case .pixelAspectRatio(let pixel) where pixel.vertical > 0:
        ratio = Double(pixel.horizontal) / Double(pixel.vertical)
        isNeeded = true
      case .cleanAperture(let aperture):
        (width, height) = (aperture.width.value, aperture.height.value)
        isNeeded = true
      default: break
      }
    }
    guard isNeeded else { return }
    let sizes: [(FourCC, Double, Double)] = [
      ("clef", width * ratio, height),
      ("prof", Double(video.width) * ratio, Double(video.height)),
      ("enof", Double(video.width), Double(video.height)),
    ]
    writer.box("tapt") { tapt in
      for (type, width, height) in sizes {
        tapt.fullBox(type) {
          $0.i32(fixed(width, fractionBits: 16))
          $0.i32(fixed(height, fractionBits: 16))
        }
      }
    }
  }
}
