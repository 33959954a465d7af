import Bitstreams
import MovieFile

/// A writer of the text about a sample description: `format N` and its fields.
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
    case .masteringDisplay(let payload):
      outline.field("mastering display", (try? MasteringDisplayRecord(parsing: payload)).map(Self.text))
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

  /// Returns the record as text: three primaries and the white point in 1/50000, luminance in 1/10000 cd/m².
  private static func text(_ record: MasteringDisplayRecord) -> String {
    let points = [record.green, record.blue, record.red, record.whitePoint].map { "\($0.x),\($0.y)" }
    return "\(points.joined(separator: " ")) /50000, "
      + "luminance \(record.maximumLuminance) \(record.minimumLuminance) /10000"
  }
}
