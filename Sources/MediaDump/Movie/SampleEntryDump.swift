import MovieFile

/// The text of a sample description: `format N` and its fields.
struct SampleEntryDump {
  let entry: SampleEntry
  let tellsBytes: Bool
  let outline: Outline

  init(_ entry: SampleEntry, tellsBytes: Bool, outline: Outline) {
    self.entry = entry
    self.tellsBytes = tellsBytes
    self.outline = outline
  }

  func write(number: Int) {
    outline.block("format \(number)") {
      outline.field("coding", Notation.code(entry.format))
      if entry.dataReferenceIndex != 1 { outline.field("data reference", entry.dataReferenceIndex) }
      switch entry.fields {
      case .video(let fields): write(fields)
      case .audio(let fields): write(fields)
      case .timecode(let fields): write(fields)
      case .other(let payload): if tellsBytes { outline.field("payload bytes", payload.count) }
      }
      for item in entry.extensions.prefix(Limits.listItems) { write(item) }
    }
  }

  private func write(_ fields: VideoFields) {
    outline.field("size", "\(fields.width)x\(fields.height)")
    outline.field("depth", fields.depth)
    if !fields.compressorName.isEmpty { outline.field("compressor", Notation.quoted(fields.compressorName)) }
    if fields.framesPerSample != 1 { outline.field("frames per sample", fields.framesPerSample) }
    if !fields.colorTable.isEmpty { outline.field("colour table bytes", fields.colorTable.count) }
  }

  private func write(_ fields: AudioFields) {
    outline.field("sample rate", Notation.number(fields.sampleRate))
    outline.field("channels", fields.channels)
    outline.field("bits per sample", fields.bitsPerSample)
    guard let version = fields.version, version != .zero else { return }
    outline.field("version", version.rawValue)
    outline.field("frames per packet", fields.framesPerPacket)
    if version == .two {
      outline.field("bytes per packet", fields.bytesPerPacket)
      outline.field("format flags", Notation.hex(fields.formatFlags, digits: 8))
    } else {
      outline.field("bytes per frame", fields.bytesPerFrame)
    }
  }

  private func write(_ fields: TimecodeFields) {
    outline.field("frame", "\(fields.frameDuration)/\(fields.timeScale)")
    outline.field("frames per second", fields.framesPerSecond)
    outline.field("drop frame", fields.flags.contains(.dropFrame))
    outline.field("flags", Notation.hex(fields.flags.rawValue, digits: 8))
  }

  private func write(_ item: SampleEntryExtension) {
    switch item {
    case .color(.coded(let primaries, let transfer, let matrix, let isFullRange)):
      outline.field("colour", "\(primaries)-\(transfer)-\(matrix) \(isFullRange ? "full" : "limited")")
    case .color(.profile(let kind, let profile)):
      outline.field("colour profile", "\(Notation.code(kind)) of \(profile.count) bytes")
    case .pixelAspectRatio(let ratio):
      outline.field("pixel aspect ratio", "\(ratio.horizontal):\(ratio.vertical)")
    case .cleanAperture(let aperture): write(aperture)
    case .fields(let count, let detail): outline.field("fields", "\(count), order \(detail)")
    case .bitRate(let bufferSize, let maximum, let average):
      if tellsBytes { outline.field("bit rate", "average \(average) maximum \(maximum) buffer \(bufferSize)") }
    case .contentLightLevel(let maximum, let average):
      outline.field("content light level", "maximum \(maximum) frame average \(average)")
    case .masteringDisplay(let payload): outline.field("mastering display", Self.masteringDisplay(payload))
    case .box(let box): ConfigurationDump(box, tellsBytes: tellsBytes, outline: outline).write()
    }
  }

  private func write(_ aperture: CleanAperture) {
    func text(_ fraction: CleanAperture.Fraction) -> String {
      fraction.denominator == 1 ? "\(fraction.numerator)" : "\(fraction.numerator)/\(fraction.denominator)"
    }
    outline.field(
      "clean aperture",
      "\(text(aperture.width))x\(text(aperture.height)) offset \(text(aperture.horizontalOffset)) "
        + text(aperture.verticalOffset))
  }

  /// Returns the payload as text (H.265 D.2.28): three primaries and the white point in 1/50000, luminance in 1/10000
  /// cd/m².
  private static func masteringDisplay(_ payload: [UInt8]) -> String {
    let points = stride(from: 0, to: 16, by: 2).map { UInt16(payload[$0]) << 8 | UInt16(payload[$0 + 1]) }
    let lights = [16, 20].map { at in payload[at..<at + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    let pairs = stride(from: 0, to: 8, by: 2).map { "\(points[$0]),\(points[$0 + 1])" }.joined(separator: " ")
    return "\(pairs) /50000, luminance \(lights[0]) \(lights[1]) /10000"
  }
}
