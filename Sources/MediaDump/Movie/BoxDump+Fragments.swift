import MovieFile

extension BoxDump {
  /// Writes the fields of the boxes of a fragmented movie (ISO 14496-12 8.8 and 8.16).
  func writeFragmentFields(_ node: BoxTree.Node, _ reader: inout ByteReader) throws {
    var start = node.contents
    let (version, flags) = try start?.versionAndFlags() ?? (0, 0)
    switch node.type {
    case "mfhd": outline.field("sequence number", try reader.u32())
    case "mehd": outline.field("duration", try reader.unsigned(wide: version == 1))
    case "tfdt": outline.field("decode time", try reader.unsigned(wide: version == 1))
    case "trex":
      outline.field("track", try reader.u32())
      try writeDefaults(["format", "duration", "size", "flags"], &reader)
    case "tfhd":
      outline.field("track", try reader.u32())
      if flags & 0x1 != 0 { try reader.skip(8) }
      let optional: [(UInt32, String)] = [(0x2, "format"), (0x8, "duration"), (0x10, "size"), (0x20, "flags")]
      try writeDefaults(optional.filter { flags & $0.0 != 0 }.map(\.1), &reader)
    case "trun": outline.field("samples", try reader.u32())
    default: try writeSegmentIndex(&reader, isWide: version > 0)
    }
  }

  private func writeDefaults(_ names: [String], _ reader: inout ByteReader) throws {
    for name in names {
      let value = try reader.u32()
      switch name {
      case "flags": outline.field("sample \(name)", Notation.hex(value, digits: 8))
      case "size": if tellsBytes { outline.field("sample \(name)", value) }
      default: outline.field("sample \(name)", value)
      }
    }
  }

  /// Writes the fields of `sidx`.
  private func writeSegmentIndex(_ reader: inout ByteReader, isWide: Bool) throws {
    outline.field("track", try reader.u32())
    outline.field("time scale", try reader.u32())
    outline.field("earliest presentation time", try reader.unsigned(wide: isWide))
    try reader.skip((isWide ? 8 : 4) + 2)
    outline.field("references", try reader.u16())
  }
}
