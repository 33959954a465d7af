import Bitstreams
import CoreGraphics
package import CoreMedia
package import MediaInterop
package import MovieFile

/// The formats of movie files' sample entries.
extension CMFormatDescription {
  /// Makes the description of a sample entry, with the entry itself for an exact copy.
  ///
  /// Entries of every kind get a description. An entry with impossible sizes gets one without them, so that decoding
  /// fails with the sample's position. Pictures of H.264, HEVC and AV1 have the size in which they are decoded, whatever
  /// their entry states, and the clean aperture counts from their middle. The track header determines the pixel aspect
  /// ratio if the entry does not state it.
  ///
  /// - Parameter decoder: the parameters that the decoder found in the media, which fill in fields that the entry
  ///   leaves open: the pictures' size and their bits per component.
  package convenience init(_ entry: SampleEntry, of track: Track, decoder: CodecParameters? = nil) {
    var entry = entry
    if case .video(var fields) = entry.fields, fields.width == 0 || fields.height == 0, let decoder,
      let width = UInt16(exactly: decoder.width), let height = UInt16(exactly: decoder.height)
    {
      (fields.width, fields.height) = (width, height)
      entry.fields = .video(fields)
    }
    // ISO's field ends at 65535 Hz: beyond it the media's time scale is the rate.
    if case .audio(var fields) = entry.fields, fields.sampleRate == 0 {
      fields.sampleRate = Double(track.timeScale)
      entry.fields = .audio(fields)
    }
    self.init(
      entry, kind: track.kind, isQuickTime: track.isQuickTime, bitsPerComponent: decoder?.bitsPerComponent,
      pixelSpacing: track.pixelSpacing(of: entry))
  }

  package convenience init(
    _ entry: SampleEntry, kind: HandlerType, isQuickTime: Bool, bitsPerComponent: UInt8? = nil,
    pixelSpacing: PixelSpacing? = nil
  ) {
    let verbatim = VerbatimEntry(entry, isQuickTime: isQuickTime)
    let specific = try? Self.specific(entry, kind, verbatim, bitsPerComponent, pixelSpacing)
    self.init(copying: specific ?? Self.general(entry, kind, verbatim))
  }

  private static func specific(
    _ entry: SampleEntry, _ kind: HandlerType, _ verbatim: VerbatimEntry, _ bitsPerComponent: UInt8?,
    _ pixelSpacing: PixelSpacing?
  ) throws -> CMFormatDescription? {
    switch entry.fields {
    case .video(let fields):
      let stated = (width: Int(fields.width), height: Int(fields.height))
      let attributes = VideoAttributes(entry)
      let size = attributes.decodedSize(stated: stated)
      var description = VideoDescription(entry.videoCodec, width: size.width, height: size.height)
      description.attributes = attributes
      description.attributes.cleanAperture = attributes.cleanAperture?.moved(fromPictureOf: stated, to: size)
      description.attributes.bitsPerComponent =
        description.attributes.bitsPerComponent ?? bitsPerComponent ?? entry.format.pictureDepth
      description.attributes.pixelAspectRatio = description.attributes.pixelAspectRatio ?? pixelSpacing
      description.verbatim = verbatim
      return try description.formatDescription()
    case .audio(let fields):
      var description = SoundDescription(entry, fields)
      description.verbatim = verbatim
      return try description.formatDescription()
    case .timecode(let fields):
      var extensions = Extensions()
      verbatim.store(in: &extensions)
      return try CMFormatDescription(
        timeCodeFormatType: .timeCode32,
        frameDuration: CMTime(value: Int64(fields.frameDuration), timescale: Int32(clamping: fields.timeScale)),
        frameQuanta: Int(fields.framesPerSecond), flags: TimeCode.Flag(rawValue: fields.flags.rawValue),
        extensions: extensions)
    case .other:
      guard var extensions = Extensions(text: entry, of: kind) else { return nil }
      verbatim.store(in: &extensions)
      return try CMFormatDescription(
        mediaType: kind.mediaType, mediaSubType: MediaSubType(rawValue: entry.format.rawValue), extensions: extensions)
    }
  }

  private static func general(
    _ entry: SampleEntry, _ kind: HandlerType, _ verbatim: VerbatimEntry
  ) -> CMFormatDescription {
    let keys = boxedMetadataKeys(of: entry)
    if let description = CMFormatDescription(boxedMetadata: keys, extensions: verbatim.extensionDictionary) {
      return description
    }
    var description: CMFormatDescription?
    // This function has no other errors.
    _ = CMFormatDescriptionCreate(
      allocator: nil, mediaType: kind.mediaType.rawValue, mediaSubType: entry.format.rawValue,
      extensions: verbatim.extensionDictionary, formatDescriptionOut: &description)
    return description!
  }
}

extension SampleEntry {
  /// The coding of pictures: `mp4v` is MPEG-2, MPEG-1, JPEG or PNG too, by the object type of its descriptor.
  fileprivate var videoCodec: FourCC {
    guard format == "mp4v", let esds = payload(of: "esds"),
      let descriptor = try? ElementaryStreamDescriptor(parsing: esds)
    else { return format }
    return descriptor.objectType.videoCodec ?? format
  }
}

extension ElementaryStreamDescriptor.ObjectType {
  /// The object types of JPEG and PNG (ISO 14496-1 table 5).
  static let jpeg = Self(rawValue: 0x6C)
  static let png = Self(rawValue: 0x6D)

  /// The QuickTime code of a coding that ISO's files store as `mp4v`; `nil` for other codings.
  var videoCodec: FourCC? {
    switch rawValue {
    case 0x60...0x65: "mp2v"
    case Self.mpeg1Video.rawValue: "mp1v"
    case Self.jpeg.rawValue: "jpeg"
    case Self.png.rawValue: "png "
    default: nil
    }
  }

  /// Makes the object type for a QuickTime code; `nil` where ISO has a sample entry of its own.
  init?(videoCodec: FourCC) {
    switch videoCodec {
    case "mp2v": self = .mpeg2VideoMain
    case "mp1v": self = .mpeg1Video
    case "jpeg": self = .jpeg
    case "png ": self = .png
    default: return nil
    }
  }
}
