import Bitstreams
import MediaInterop
import MediaSupport
import MovieFile

/// The descriptions of pictures of any container.
extension VideoDescription {
  init(_ stream: MediaInterop.Stream, _ first: Packet?) throws {
    let parameters = stream.parameters
    guard parameters.width > 0, parameters.height > 0 else {
      throw MediaError(.damagedMedia, .opening, "the picture size of stream \(stream.index) is not known")
    }
    self.init(StreamCodec.video(parameters), width: parameters.width, height: parameters.height)
    attributes.depth = parameters.hasAlpha ? VideoFields.depthWithAlpha : VideoFields.colorDepth
    attributes.read(parameters.color)
    if let ratio = parameters.sampleAspectRatio, ratio.numerator != ratio.denominator {
      attributes.pixelAspectRatio = PixelSpacing(
        horizontal: UInt32(ratio.numerator), vertical: UInt32(ratio.denominator))
    }
    if let order = parameters.fieldOrder { attributes.read(order, isCodedInReverse: parameters.codesFieldsInReverse) }
    attributes.masteringDisplay = stream.masteringDisplay?.payload
    attributes.contentLightLevel = stream.contentLightLevel?.payload
    attributes.atoms = try Self.configuration(parameters, first)
    if let vision = stream.dolbyVision { attributes.atoms.append(vision.box) }
    attributes.bitsPerComponent = parameters.bitsPerComponent ?? StreamCodec.video(parameters).pictureDepth
    attributes.fillFromParameterSets()
  }

  /// Returns the configuration box: the container's where it is in that form, else one built from the bitstream.
  private static func configuration(_ parameters: CodecParameters, _ first: Packet?) throws -> [OpaqueBox] {
    let extradata = parameters.extradata
    func packet() -> [UInt8]? { first.map { [UInt8]($0.bytes) } }
    switch parameters.codec {
    case .h264:
      if extradata.first == 1 { return [OpaqueBox("avcC", extradata)] }
      let sets = ParameterSets(codec: .h264, annexB: extradata, packet: first)
      return try sets.record().map { [OpaqueBox("avcC", $0)] } ?? []
    case .hevc:
      // A record's first byte is its version, 0 in old files; a byte stream begins with two zeros.
      if let version = extradata.first, version == 1 || version == 0 && extradata.dropFirst().first != 0 {
        return [OpaqueBox("hvcC", extradata)]
      }
      let sets = ParameterSets(codec: .hevc, annexB: extradata, packet: first)
      return try sets.record().map { [OpaqueBox("hvcC", $0)] } ?? []
    case .av1:
      if extradata.first == 0x81 { return [OpaqueBox("av1C", extradata)] }
      // A stream may be joined in its middle: the sequence header comes with a later packet.
      guard let source = extradata.isEmpty ? packet() : extradata,
        let record = try? AV1Configuration(sample: source)
      else { return [] }
      return [OpaqueBox("av1C", record.serialized())]
    case .vp9:
      guard let frame = packet(), var record = try? VPConfiguration(vp9KeyFrame: frame, framesPerSecond: 0) else {
        return []
      }
      record.fill(from: parameters.color)
      return [OpaqueBox("vpcC", record.serialized())]
    // RFC 9043, 4.3.3.2. Theora's three headers have no box of their own either.
    case .ffv1, .theora: return extradata.isEmpty ? [] : [OpaqueBox(CodecParameters.unnamedConfiguration, extradata)]
    case .vp8: return [OpaqueBox("vpcC", VPConfiguration.vp8.serialized())]
    case .mpeg4: return [descriptor(.mpeg4Visual, parameters)]
    case .mpeg2Video: return [descriptor(.mpeg2VideoMain, parameters)]
    default: return []
    }
  }

  private static func descriptor(
    _ type: ElementaryStreamDescriptor.ObjectType, _ parameters: CodecParameters
  ) -> OpaqueBox {
    let bitRate = UInt32(clamping: parameters.bitRate)
    let descriptor = ElementaryStreamDescriptor(
      objectType: type, streamType: .visual, maximumBitRate: bitRate, averageBitRate: bitRate,
      decoderSpecificInfo: parameters.extradata)
    return OpaqueBox("esds", descriptor.serialized())
  }
}

extension CodecParameters {
  fileprivate var hasAlpha: Bool {
    // A palette may have transparent colours, but it is not known whether this one has.
    bitsPerCodedSample == VideoFields.depthWithAlpha || pixelFormat.map { $0.hasAlpha && !$0.isPaletted } ?? false
  }

  /// The number of bits per component of the decoded pictures; `nil` where it is not known.
  var bitsPerComponent: UInt8? {
    pixelFormat.flatMap { UInt8(exactly: $0.bitsPerComponent) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension VideoAttributes {
  mutating func read(_ color: ColorDescription) {
    let stated = Color(
      primaries: UInt16(color.primaries), transfer: UInt16(color.transfer), matrix: UInt16(color.matrix))
    if !stated.isUnspecified { self.color = stated }
    isFullRange = color.isFullRange
    chromaLocation = color.chromaLocation
  }

  /// Reads a field order. QuickTime's 1 and 6 are fields that are coded in the order in which they are shown, its 14
  /// and 9 those that are not (QuickTime File Format, "Field handling").
  mutating func read(_ order: FieldOrder, isCodedInReverse: Bool = false) {
    switch order {
    case .progressive: (fieldCount, fieldDetail) = (1, 0)
    case .topFirst: (fieldCount, fieldDetail) = (2, isCodedInReverse ? 14 : 1)
    case .bottomFirst: (fieldCount, fieldDetail) = (2, isCodedInReverse ? 9 : 6)
    }
  }
}

extension VPConfiguration {
  /// Fills in colour properties that a container states and VP9 does not code.
  fileprivate mutating func fill(from color: ColorDescription) {
    self.color.primaries = color.primaries
    self.color.transfer = color.transfer
    if color.matrix != CodedColor.unspecified { self.color.matrix = color.matrix }
    if color.chromaLocation == 0, chromaSampling == .colocated420 { chromaSampling = .vertical420 }
  }
}

extension DolbyVisionConfiguration {
  /// The box of the configuration, whose type follows the profile.
  fileprivate var box: OpaqueBox {
    OpaqueBox(profile > 10 ? "dvwC" : profile > 7 ? "dvvC" : "dvcC", serialized())
  }
}
