import Bitstreams
import CoreAudioTypes
package import CoreMedia
import MediaSupport
package import MovieFile

/// Makes the sample entries of movie files from format descriptions.
extension SampleEntry {
  /// Makes the entry of a format for a file of this kind.
  ///
  /// A format from a file of the same family keeps its original entry, including unknown boxes. Video, time code, text
  /// and metadata have one form in both families, except codings that ISO stores as `mp4v`. The entry of sound is built
  /// again when it changes family, and so is everything from another container, an encoder or a client.
  ///
  /// - Throws: `unsupportedByContainer` with the containers that can carry it, also for a format that lacks the
  ///   configuration that its sample entry must have.
  package init(_ format: CMFormatDescription, in file: FileFormat) throws {
    if let reason = ContainerFormat(file).codingRefusal(of: format) {
      throw MediaError(.unsupportedByContainer, .writing, reason)
    }
    let kind = HandlerType(format)
    if let entry = Self.kept(format, kind, in: file) {
      self = entry
      // The samples will be in the file itself.
      dataReferenceIndex = 1
      return
    }
    switch kind {
    case .video: try self.init(video: format, in: file)
    case .audio: try self.init(audio: format, in: file)
    case .timecode: self = .timecode(TimecodeFields(format))
    case .closedCaption: self = .other(format: format.code, payload: [])
    case .metadata:
      guard let entry = SampleEntry(boxedMetadata: format) else { throw format.lacking("its keys", in: file) }
      self = entry
    default:
      guard let entry = SampleEntry(text: format) else { throw format.lacking("its sample description", in: file) }
      self = entry
    }
  }

  private static func kept(
    _ format: CMFormatDescription, _ kind: HandlerType, in file: FileFormat
  ) -> SampleEntry? {
    guard let verbatim = VerbatimEntry(format), let entry = try? verbatim.entry(kind: kind) else { return nil }
    if verbatim.isQuickTime == file.isQuickTime { return entry }
    switch kind {
    case .audio: return nil
    case .video: return ElementaryStreamDescriptor.ObjectType(videoCodec: format.code) == nil ? entry : nil
    default: return entry
    }
  }
}

/// The sample entries of video.
extension SampleEntry {
  fileprivate init(video format: CMFormatDescription, in file: FileFormat) throws {
    let size = format.dimensions
    guard let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height), width > 0, height > 0
    else {
      throw MediaError(
        .unsupportedByContainer, .writing,
        "a movie file cannot describe pictures of \(size.width) by \(size.height) samples")
    }
    var attributes = VideoAttributes(format.extensions)
    let code = try Self.store(format, &attributes, in: file)
    if let needed = Self.videoConfiguration(of: code), !attributes.atoms.contains(where: { $0.type == needed }) {
      throw format.lacking("its configuration (\(needed))", in: file)
    }
    // In these codings alpha is not part of the samples, and movies cannot store it elsewhere.
    if ["vp08", "vp09"].contains(code) { attributes.depth = VideoFields.colorDepth }
    // ISO has no box for the fields of progressive pictures.
    if !file.isQuickTime, attributes.fieldCount != 2 { attributes.fieldCount = nil }
    self = .video(
      format: code, width: width, height: height, depth: attributes.depth ?? VideoFields.colorDepth,
      compressorName: attributes.compressorName, extensions: attributes.entryExtensions)
  }

  /// Returns the box without which a decoder cannot start.
  private static func videoConfiguration(of code: FourCC) -> FourCC? {
    if let codec = NALCodec(sampleEntry: code.rawValue) { return FourCC(rawValue: codec.recordType) }
    return otherVideoConfigurations[code]
  }

  private static let otherVideoConfigurations: [FourCC: FourCC] = [
    "av01": "av1C", "vp08": "vpcC", "vp09": "vpcC", "mp4v": "esds",
  ]

  /// Returns the entry's code: the two families store some codings differently.
  private static func store(
    _ format: CMFormatDescription, _ attributes: inout VideoAttributes, in file: FileFormat
  ) throws -> FourCC {
    if let objectType = ElementaryStreamDescriptor.ObjectType(videoCodec: format.code) {
      let stated = attributes.atoms.first { $0.type == "esds" }
      if file.isQuickTime {
        attributes.atoms.removeAll { $0.type == "esds" }
        return format.code
      }
      if stated == nil {
        let descriptor = ElementaryStreamDescriptor(objectType: objectType, streamType: .visual)
        attributes.atoms.insert(OpaqueBox("esds", descriptor.serialized()), at: 0)
      }
      return "mp4v"
    }
    if format.code == "h263", !file.isQuickTime {
      // 3GPP TS 26.244 6.8: vendor, version, level 10 and profile 0, the least that a decoder must know.
      if !attributes.atoms.contains(where: { $0.type == "d263" }) {
        attributes.atoms.insert(OpaqueBox("d263", [0, 0, 0, 0, 0, 10, 0]), at: 0)
      }
      return "s263"
    }
    return format.code
  }
}

extension TimecodeFields {
  fileprivate init(_ format: CMFormatDescription) {
    let duration = format.frameDuration
    self.init(
      flags: Flags(rawValue: format.timeCodeFlags.rawValue), timeScale: UInt32(clamping: duration.timescale),
      frameDuration: UInt32(clamping: duration.value), framesPerSecond: UInt8(clamping: format.frameQuanta))
  }
}

extension CMFormatDescription {
  func lacking(_ what: String, in file: FileFormat) -> MediaError {
    MediaError(
      .unsupportedByContainer, .writing,
      "the format '\(code)' cannot be written to a \(ContainerFormat(file).name) file without \(what)")
  }
}
