extension SampleEntry {
  /// Reads the entries of `stsd`.
  ///
  /// - Parameter isQuickTime: whether the file is a QuickTime movie, whose sound descriptions have versions of their
  ///   own.
  static func read(_ box: Box, kind: HandlerType, isQuickTime: Bool) throws -> [SampleEntry] {
    var reader = box.contents
    let tableVersion = try reader.versionAndFlags().version
    let count = Int(try reader.u32())
    guard count <= reader.remaining / 16 else { throw reader.damaged("\(count) sample entries do not fit in it") }
    var entries: [SampleEntry] = []
    for _ in 0..<count {
      guard let entry = try reader.nextBox() else {
        throw reader.damaged("\(entries.count) of \(count) sample entries are there")
      }
      // ISO's own version 1 needs a version 1 table (ISO 14496-12 12.2.3): in a version 0 table the version is
      // QuickTime's.
      entries.append(try SampleEntry(entry, kind: kind, hasSoundVersions: isQuickTime || tableVersion == 0))
    }
    return entries
  }

  init(_ box: Box, kind: HandlerType, hasSoundVersions: Bool) throws {
    var reader = box.contents
    format = box.type
    try reader.skip(6)
    dataReferenceIndex = try reader.u16()
    switch kind {
    case .video: fields = .video(try VideoFields(&reader))
    case .audio: fields = .audio(try AudioFields(&reader, of: box.type, hasSoundVersions: hasSoundVersions))
    case .timecode where box.type == "tmcd": fields = .timecode(try TimecodeFields(&reader))
    default: fields = .other(reader.rest())
    }
    while let child = try reader.nextBox() { extensions.append(SampleEntryExtension(child)) }
  }
}

extension VideoFields {
  init(_ reader: inout ByteReader) throws {
    version = try reader.u16()
    revision = try reader.u16()
    vendor = try reader.fourCC()
    temporalQuality = try reader.u32()
    spatialQuality = try reader.u32()
    width = try reader.u16()
    height = try reader.u16()
    horizontalResolution = try reader.u32()
    verticalResolution = try reader.u32()
    try reader.skip(4)
    framesPerSample = try reader.u16()
    let name = try reader.bytes(32)
    compressorName = String(decoding: name[1...].prefix(min(31, Int(name[0]))), as: UTF8.self)
    depth = try reader.u16()
    colorTableID = try reader.i16()
    // If the identifier is 0, a table follows (QuickTime File Format, "Video sample description"). Other writers write
    // 0 without a table for depths that have no palette.
    let isPalette = [1, 2, 4, 8].contains(depth & 0x1F)
    if colorTableID == 0, isPalette {
      var table = reader
      try table.skip(6)
      let entries = Int(try table.u16()) + 1
      colorTable = try reader.bytes(8 + entries * 8)
    }
  }
}

extension AudioFields {
  /// The highest rate of Dolby TrueHD, in hertz.
  private static let highestTrueHDRate: UInt32 = 192_000

  init(_ reader: inout ByteReader, of format: FourCC, hasSoundVersions: Bool) throws {
    let rawVersion = try reader.u16()
    let version = hasSoundVersions ? Version(rawValue: rawVersion) ?? .zero : .zero
    self.version = version
    try reader.skip(6)
    channels = Int(try reader.u16())
    bitsPerSample = Int(try reader.u16())
    compressionID = try reader.i16()
    try reader.skip(2)
    let rate = try reader.u32()
    // In "Dolby TrueHD bitstreams within the ISO base media file format", the field is an integer of 32 bits. Other
    // writers have 16.16 there, whose numbers are all greater.
    hasWholeRate = format == "mlpa" && rate <= Self.highestTrueHDRate
    sampleRate = hasWholeRate ? Double(rate) : Double(rate) / 65536
    switch version {
    case .zero: break
    case .one:
      framesPerPacket = Int(try reader.u32())
      bytesPerChannelPacket = Int(try reader.u32())
      bytesPerFrame = Int(try reader.u32())
      bytesPerSample = Int(try reader.u32())
    case .two:
      let start = reader
      let structSize = Int(try reader.u32())
      sampleRate = try reader.double()
      channels = Int(try reader.u32())
      try reader.skip(4)
      bitsPerSample = Int(try reader.u32())
      formatFlags = try reader.u32()
      bytesPerPacket = Int(try reader.u32())
      framesPerPacket = Int(try reader.u32())
      // The struct's size is counted from the start of the sample description, of which 72 bytes have been read.
      guard structSize >= 72 else { throw start.damaged("a version 2 sound description has \(structSize) bytes") }
      try reader.skip(structSize - 72)
    }
    guard sampleRate.isFinite, sampleRate >= 0 else { throw reader.damaged("the sample rate is not a number") }
  }
}

extension TimecodeFields {
  init(_ reader: inout ByteReader) throws {
    try reader.skip(4)
    flags = Flags(rawValue: try reader.u32())
    timeScale = try reader.u32()
    frameDuration = try reader.u32()
    framesPerSecond = try reader.u8()
    try reader.skip(1)
  }
}
