/// A sample description: an entry of `stsd` (ISO 14496-12 8.5.2), which describes the coding of a track's samples.
package struct SampleEntry: Hashable, Sendable {
  /// The coding: `avc1`, `mp4a`, `tx3g`, …
  package var format: FourCC
  /// The entry of the track's `dref` for the file that holds the samples, counted from 1.
  package var dataReferenceIndex: UInt16 = 1
  /// The fields of the media kind.
  package var fields: Fields
  /// The boxes after the fields: codec configuration, colour, geometry.
  package var extensions: [SampleEntryExtension] = []

  package enum Fields: Hashable, Sendable {
    case video(VideoFields)
    case audio(AudioFields)
    case timecode(TimecodeFields)
    /// All bytes after the data reference index, including child boxes.
    case other([UInt8])
  }

  package init(
    format: FourCC, dataReferenceIndex: UInt16 = 1, fields: Fields, extensions: [SampleEntryExtension] = []
  ) {
    self.format = format
    self.dataReferenceIndex = dataReferenceIndex
    self.fields = fields
    self.extensions = extensions
  }

  /// Returns a video entry; `width` and `height` are the coded picture's.
  package static func video(
    format: FourCC, width: UInt16, height: UInt16, depth: UInt16 = VideoFields.colorDepth,
    compressorName: String = "", extensions: [SampleEntryExtension]
  ) -> SampleEntry {
    let fields = VideoFields(width: width, height: height, depth: depth, compressorName: compressorName)
    return SampleEntry(format: format, fields: .video(fields), extensions: extensions)
  }

  /// Returns an audio entry.
  ///
  /// - Parameters:
  ///   - bitsPerSample: 16 for every compressed format except lossless ones.
  ///   - framesPerPacket: the number of sample frames in one packet: 1024 for AAC, 1 for PCM.
  ///   - bytesPerPacket: the size of a packet; 0 where packets differ in size.
  ///   - version: the form of QuickTime's sound description; `nil` lets the writer choose. ISO files ignore it.
  package static func audio(
    format: FourCC, channels: Int, sampleRate: Double, bitsPerSample: Int = 16, framesPerPacket: Int,
    bytesPerPacket: Int = 0, version: AudioFields.Version? = nil, extensions: [SampleEntryExtension] = []
  ) -> SampleEntry {
    var fields = AudioFields(channels: channels, sampleRate: sampleRate, bitsPerSample: bitsPerSample)
    fields.framesPerPacket = framesPerPacket
    fields.bytesPerPacket = bytesPerPacket
    fields.version = version
    return SampleEntry(format: format, fields: .audio(fields), extensions: extensions)
  }

  package static func timecode(_ fields: TimecodeFields) -> SampleEntry {
    SampleEntry(format: "tmcd", fields: .timecode(fields))
  }

  /// Returns an entry whose payload the caller has: all bytes after the data reference index.
  package static func other(format: FourCC, payload: [UInt8]) -> SampleEntry {
    SampleEntry(format: format, fields: .other(payload))
  }

  /// Returns the payload of the first box of a type, also inside QuickTime's `wave`; `nil` where there is none.
  package func payload(of type: FourCC) -> [UInt8]? {
    boxes.first { $0.type == type }?.payload ?? waveBoxes.first { $0.type == type }?.payload
  }

  /// The extensions that are kept as plain boxes.
  private var boxes: [OpaqueBox] {
    extensions.compactMap { if case .box(let box) = $0 { box } else { nil } }
  }

  /// The protection of media that is encrypted (ISO 14496-12 8.12); `nil` for media that is not.
  package var protection: Protection? {
    guard Self.protectedFormats.contains(format) else { return nil }
    var protection = Protection()
    guard let box = boxes.first(where: { $0.type == "sinf" }) else { return protection }
    // If a box is damaged, the properties in the boxes after it are `nil`.
    try? ByteReader(box.payload, boxType: "sinf").forEachBox { child in
      var reader = child.contents
      switch child.type {
      case "frma": protection.originalFormat = try reader.fourCC()
      case "schm":
        try reader.skip(4)
        protection.scheme = try reader.fourCC()
      default: break
      }
    }
    return protection
  }

  /// The encryption of media.
  package struct Protection: Hashable, Sendable {
    /// The coding of the media without its protection; `nil` where it is not stated.
    package var originalFormat: FourCC?
    /// The scheme, such as `cenc`; `nil` where it is not stated.
    package var scheme: FourCC?
  }

  /// The sample entries of media that is encrypted: ISO 14496-12 8.12 and Apple's own.
  private static let protectedFormats: Set<FourCC> = ["encv", "enca", "enct", "encs", "encm", "drmi", "drms", "p608"]

  /// The boxes in QuickTime's `wave`, without those that only frame the list (`frma`, an empty `mp4a`, the terminator).
  package var waveBoxes: [OpaqueBox] {
    guard let wave = boxes.first(where: { $0.type == "wave" }) else { return [] }
    var found: [OpaqueBox] = []
    // A damaged `wave` yields the boxes before the damage.
    try? ByteReader(wave.payload, boxType: "wave").forEachBox { box in
      if box.type != "frma", box.type != "mp4a", box.type.rawValue != 0 { found.append(box.opaque) }
    }
    return found
  }
}
