extension MoovBuilder {
  /// Writes the children of `mdia` (ISO 14496-12 8.4).
  func writeMedia(_ index: Int, to mdia: inout ByteWriter) {
    let track = tracks[index]
    let description = track.description
    let duration = front?.isFinished == false ? 0 : track.tables.mediaDuration
    let wide = front != nil || Self.needsWideHeader(duration, description.creationTime, description.modificationTime)
    mdia.fullBox("mdhd", version: wide ? 1 : 0) { box in
      box.unsigned(Int64(clamping: description.creationTime), wide: wide)
      box.unsigned(Int64(clamping: description.modificationTime), wide: wide)
      box.i32(description.timeScale)
      box.unsigned(duration, wide: wide)
      box.u16(description.language.rawValue)
      box.u16(0)
    }
    let name = description.handlerName.isEmpty ? description.kind.defaultHandlerName : description.handlerName
    writeHandler("mhlr", description.kind.rawValue, name: name, to: &mdia)
    if let tag = description.extendedLanguage { mdia.fullBox("elng") { $0.terminatedString(tag) } }
    mdia.box("minf") { minf in
      writeMediaHeader(description, to: &minf)
      if format.isQuickTime { writeHandler("dhlr", "url ", name: "Data Handler", to: &minf) }
      minf.box("dinf") { dinf in
        dinf.fullBox("dref") { dref in
          dref.u32(UInt32(1 + track.locations.count))
          // Flag 1: the media is in this file.
          dref.fullBox("url ", flags: 1) { _ in }
          for location in track.locations { dref.fullBox("url ") { $0.terminatedString(location) } }
        }
      }
      minf.box("stbl") { writeSampleTable(index, to: &$0) }
    }
  }

  /// Writes `hdlr`: QuickTime's has the component's type and a Pascal string as its name; ISO's has neither.
  private func writeHandler(_ component: FourCC, _ type: FourCC, name: String, to writer: inout ByteWriter) {
    writer.fullBox("hdlr") { box in
      if format.isQuickTime { box.fourCC(component) } else { box.u32(0) }
      box.fourCC(type)
      box.zeros(12)
      if format.isQuickTime { box.pascalString(name) } else { box.terminatedString(name) }
    }
  }

  /// Writes `vmhd`, `smhd`, `gmhd`, `nmhd` or `sthd` (ISO 14496-12 12; QuickTime File Format, "Base media
  /// information").
  private func writeMediaHeader(_ description: TrackDescription, to writer: inout ByteWriter) {
    let type = description.kind.mediaHeader(in: format)
    switch type {
    case "vmhd": writer.fullBox(type, flags: 1) { $0.zeros(8) }
    case "smhd": writer.fullBox(type) { $0.zeros(4) }
    case "gmhd":
      writer.box(type) { box in
        box.fullBox("gmin") { gmin in
          // Dither copy, with middle grey: QuickTime itself writes these values for media without a picture.
          gmin.u16(0x40)
          for _ in 0..<3 { gmin.u16(0x8000) }
          gmin.zeros(4)
        }
        if description.kind == .text { box.box("text") { TransformMatrix.identity.write(to: &$0) } }
        if description.kind == .timecode { box.box("tmcd") { writeTimecodeMedia(to: &$0) } }
      }
    default: writer.fullBox(type) { _ in }
    }
  }

  /// Writes QuickTime's `tcmi`, the style in which a timecode would be drawn: the system's font, white on black.
  private func writeTimecodeMedia(to writer: inout ByteWriter) {
    writer.fullBox("tcmi") { box in
      let (font, face, size) = (UInt16(0), UInt16(0), UInt16(12))
      box.u16(font)
      box.u16(face)
      box.u16(size)
      box.u16(0)
      for _ in 0..<3 { box.u16(0xFFFF) }
      box.zeros(6)
      box.pascalString("")
    }
  }

  private func writeSampleTable(_ index: Int, to stbl: inout ByteWriter) {
    let track = tracks[index]
    stbl.fullBox("stsd") { stsd in
      stsd.u32(UInt32(track.entries.count))
      for entry in track.entries { entry.write(to: &stsd, in: format) }
    }
    // The samples of a fragmented movie are in its fragments.
    let tables = front == nil ? track.tables : SampleTableBuilder()
    tables.write(
      to: &stbl, mediaStart: mediaStart, hasWideOffsets: hasWideOffsets, saysBounds: format.isQuickTime,
      entriesElsewhere: track.entriesElsewhere)
    guard let distance = track.description.rollDistance else { return }
    if let front {
      // Each fragment states that its samples belong to the group.
      if front.tracks[index].hasRollGroup { RollGroup.writeDescription(distance: distance, to: &stbl) }
    } else if tables.count > 0 {
      RollGroup.writeDescription(distance: distance, to: &stbl)
      RollGroup.writeMembers(count: tables.count, to: &stbl)
    }
  }
}
