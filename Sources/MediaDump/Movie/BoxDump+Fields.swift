import MovieFile

extension BoxDump {
  /// Writes the fields of a known box. Nothing is written for other boxes.
  ///
  /// - Parameters:
  ///   - reader: a reader that is located after the version and the flags, if the box has them.
  ///   - handler: the type of the handler that was read last, which determines the kind of the entries of `stsd`.
  func writeFields(of node: BoxTree.Node, reader: ByteReader, handler: inout FourCC?) throws {
    var reader = reader
    switch node.type {
    case "ftyp", "styp": try writeBrands(&reader)
    case "mvhd", "tkhd", "mdhd": try writeHeader(node, &reader)
    case "hdlr": handler = try writeHandler(&reader)
    case "elng": outline.field("tag", Notation.quoted(reader.terminatedString()))
    case "tref": try writeReferences(reader)
    case "load": try writePreload(&reader)
    case "url ", "urn ":
      if !reader.isAtEnd { outline.field("location", Notation.quoted(reader.terminatedString())) }
    case "clef", "prof", "enof":
      outline.field("size", "\(Notation.fixed(Int64(try reader.u32())))x\(Notation.fixed(Int64(try reader.u32())))")
    case "keys": try writeKeys(&reader)
    case "mfhd", "mehd", "trex", "tfhd", "tfdt", "trun", "sidx": try writeFragmentFields(node, &reader)
    default: try writeTableCounts(node, &reader)
    }
  }

  private func version(of node: BoxTree.Node) -> UInt8 {
    var reader = node.contents
    return (try? reader?.versionAndFlags().version) ?? 0
  }

  private func writeBrands(_ reader: inout ByteReader) throws {
    outline.field("major brand", Notation.code(try reader.fourCC()))
    outline.field("minor version", try reader.u32())
    var brands: [String] = []
    while reader.remaining >= 4, brands.count < Limits.listItems { brands.append(Notation.code(try reader.fourCC())) }
    outline.field("compatible brands", brands.joined(separator: " "))
  }

  /// Writes time scale and duration, or the identifier. Creation times depend on the clock, so they are left out.
  private func writeHeader(_ node: BoxTree.Node, _ reader: inout ByteReader) throws {
    let isWide = version(of: node) == 1
    try reader.skip(isWide ? 16 : 8)
    if node.type == "tkhd" {
      outline.field("track", try reader.u32())
      try reader.skip(4)
    } else {
      outline.field("time scale", try reader.u32())
    }
    let duration = isWide ? try reader.u64() : UInt64(try reader.u32())
    let isUnknown = duration == (isWide ? .max : UInt64(UInt32.max))
    outline.field("duration", isUnknown ? "unknown" : "\(duration)")
  }

  private func writeHandler(_ reader: inout ByteReader) throws -> FourCC {
    let component = try reader.fourCC()
    if component.rawValue != 0 { outline.field("component type", Notation.code(component)) }
    let type = try reader.fourCC()
    outline.field("type", Notation.code(type))
    return type
  }

  private func writeReferences(_ reader: ByteReader) throws {
    var written = 0
    try reader.forEachBox { child in
      written += 1
      guard written <= Limits.listItems else { return }
      var ids = child.contents
      var texts: [String] = []
      while ids.remaining >= 4, texts.count < Limits.listItems { texts.append("\(try ids.u32())") }
      outline.field("\(child.type)", texts.joined(separator: " "))
    }
  }

  /// Writes QuickTime's settings for preloading a track.
  private func writePreload(_ reader: inout ByteReader) throws {
    outline.field("start", try reader.u32())
    let duration = try reader.u32()
    outline.field("duration", duration == .max ? "to the end" : "\(duration)")
    outline.field("flags", try reader.u32())
    outline.field("hints", Notation.hex(try reader.u32(), digits: 8))
  }

  /// Writes the number of a table's rows, and the values that all rows share.
  private func writeTableCounts(_ node: BoxTree.Node, _ reader: inout ByteReader) throws {
    switch node.type {
    case "stsd", "dref", "elst", "stts", "ctts", "stsc", "stss", "stps", "stco", "co64":
      outline.field("entries", try reader.u32())
    case "stsz", "stz2":
      let common = try reader.u32()
      let samples = try reader.u32()
      if node.type == "stz2" { outline.field("bits", common & 0xFF) }
      // The common size is 0 if the table has one size for each sample.
      if node.type == "stsz", common != 0 { outline.field("size of each", common) }
      outline.field("samples", samples)
    case "sdtp": outline.field("samples", reader.remaining)
    case "sgpd", "sbgp": outline.field("grouping", Notation.code(try reader.fourCC()))
    case "cslg":
      let isWide = version(of: node) == 1
      for name in ["composition to decode shift", "least offset", "greatest offset", "start", "end"] {
        outline.field(name, isWide ? try reader.i64() : Int64(try reader.i32()))
      }
    default: break
    }
  }
}
