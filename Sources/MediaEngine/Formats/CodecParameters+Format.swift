import Bitstreams
import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Format descriptions in the form that libavformat's containers take.
extension CodecParameters {
  /// - Throws: `MediaError(.unsupportedByContainer)` for a format that libavformat has no name for.
  init(_ format: CMFormatDescription) throws {
    guard let codec = StreamCodec.codec(of: format) else {
      throw MediaError(.unsupportedByContainer, .writing, "libavformat has no name for the format '\(format.code)'")
    }
    self.init(codec: codec)
    extradata = try Self.configuration(of: format, codec)
    switch codec.kind {
    case .video: describePictures(format)
    case .audio: try describeSound(format)
    default: break
    }
  }

  private mutating func describePictures(_ format: CMFormatDescription) {
    let attributes = VideoAttributes(format.extensions)
    (width, height) = (Int(format.dimensions.width), Int(format.dimensions.height))
    // Matroska stores the code, which distinguishes ProRes's profiles.
    if codec == .prores { tag = format.code.rawValue.byteSwapped }
    if hasAlphaBesidePictures, attributes.depth == VideoFields.depthWithAlpha { pixelFormat = .yuva420p }
    sampleAspectRatio = format.pixelAspectRatio
    var color = ColorDescription()
    if let stated = attributes.color {
      color.primaries = UInt8(clamping: stated.primaries)
      color.transfer = UInt8(clamping: stated.transfer)
      color.matrix = UInt8(clamping: stated.matrix)
    }
    color.isFullRange = attributes.isFullRange
    color.chromaLocation = attributes.chromaLocation
    self.color = color
    fieldOrder = attributes.fieldOrder
  }

  private mutating func describeSound(_ format: CMFormatDescription) throws {
    guard let basic = format.audioStreamBasicDescription,
      let rate = Int32(exactly: basic.mSampleRate.rounded()), rate > 0,
      let count = UInt16(exactly: basic.mChannelsPerFrame).map(Int.init), count > 0
    else {
      throw MediaError(
        .unsupportedByContainer, .writing, "the format '\(format.code)' has no sample rate or no channels")
    }
    sampleRate = Int(rate)
    let speakers = format.audioChannelLayout.flatMap { ChannelLayout($0) }
    layout = ChannelLayout(
      count: count,
      mask: speakers.flatMap { $0.count == count ? $0.mask : nil } ?? ChannelLayout.default(count: count).mask)
    frameSize = codec.isPCM ? 0 : Int(basic.mFramesPerPacket)
    bitsPerCodedSample = Int(basic.mBitsPerChannel)
    blockAlign = Int(basic.mBytesPerFrame)
    // The stream's own header states how many samples decoders drop.
    if codec == .opus { initialPadding = try Int(OpusConfiguration(opusHead: extradata).preSkip) }
  }

  // MARK: Configuration

  /// Returns the decoder's configuration in libavcodec's form, out of the boxes of a sample entry; empty where there is
  /// none.
  private static func configuration(of format: CMFormatDescription, _ codec: CodecID) throws -> [UInt8] {
    switch codec {
    case .h264: return format.configuration("avcC") ?? []
    case .hevc: return format.configuration("hvcC") ?? []
    case .av1: return format.configuration("av1C") ?? []
    case .aac, .mpeg4, .mpeg2Video:
      return try format.configuration("esds").map { try ElementaryStreamDescriptor(parsing: $0).decoderSpecificInfo }
        ?? []
    // libavcodec expects the whole box, with its size and type.
    case .alac:
      return format.configuration("alac").map { [0, 0, 0, UInt8(clamping: $0.count + 8)] + Array("alac".utf8) + $0 }
        ?? []
    case .flac:
      return try format.configuration("dfLa").map { try FLACConfiguration(parsing: $0).streamInfo.serialized() } ?? []
    case .opus: return try format.configuration("dOps").map { try OpusConfiguration(parsing: $0).opusHead() } ?? []
    // MPEG-4 files have the headers in the descriptor, as libavformat writes them.
    case .vorbis:
      return try format.configuration(Self.unnamedConfiguration)
        ?? format.configuration("esds").map { try ElementaryStreamDescriptor(parsing: $0).decoderSpecificInfo } ?? []
    default: return format.configuration(Self.unnamedConfiguration) ?? []
    }
  }

  /// The box of a coding's configuration where no other is registered for it (QuickTime File Format, "Video sample
  /// description extensions").
  static let unnamedConfiguration: FourCC = "glbl"
}

extension VideoAttributes {
  /// The field order; `nil` where it is not stated.
  fileprivate var fieldOrder: FieldOrder? {
    switch (fieldCount, fieldDetail) {
    case (1, _): .progressive
    case (2, 1), (2, 14): .topFirst
    case (2, 6), (2, 9): .bottomFirst
    default: nil
    }
  }
}
