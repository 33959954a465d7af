import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Encodes pictures with the codecs of libavcodec.
///
/// Its output is framed and described like the packets of a stream from a file.
final class LibraryPictureEncoder: PictureEncoder {
  private let encoder: VideoEncoder
  private let input: VideoInput
  private var framer: PacketFramer
  /// The messages to add to the packets of pictures that the encoder holds, by the pictures' times. libavcodec's
  /// interface to x265 accepts no messages.
  private var messages: [Int64: [[UInt8]]] = [:]

  /// - Throws: `MediaError(.encoderNotFound)`, or `.unsupportedSettings` with the setting or the library's message.
  init(_ codec: VideoEncoder.Codec, _ input: VideoInput) throws {
    self.input = input
    encoder = try VideoEncoder(VideoEncoder.Settings(codec, input))
    var stream = MediaInterop.Stream(index: 0, parameters: encoder.parameters, timeBase: input.timeBase)
    stream.masteringDisplay = encoder.settings.masteringDisplay
    stream.contentLightLevel = encoder.settings.contentLightLevel
    framer = PacketFramer(stream: stream)
  }

  func encode(
    _ picture: Picture, pts: Int64, duration: Int64, forceKeyFrame: Bool, emit: (EncodedSample) throws -> Void
  ) throws {
    if encoder.settings.codec == .hevc, !picture.messages.isEmpty { messages[pts] = picture.messages }
    try encoder.encode(picture, pts: pts, duration: duration, forceKeyFrame: forceKeyFrame) { try pass($0, emit) }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {
    try encoder.finish { try pass($0, emit) }
  }

  private func pass(_ packet: Packet, _ emit: (EncodedSample) throws -> Void) throws {
    let (reframed, format) = try framer.frame(packet)
    var framed = reframed
    if let messages = framed.pts.flatMap({ messages.removeValue(forKey: $0) }) {
      framed = framed.carrying(messages, codec: .hevc)
    }
    if let format { try emit(.format(try complete(format))) }
    try emit(.packet(framed))
  }

  /// Returns a format completed with facts that only the settings state.
  private func complete(_ format: CMFormatDescription) throws -> CMFormatDescription {
    var description = VideoDescription(
      FourCC(rawValue: format.mediaSubType.rawValue), width: encoder.settings.width, height: encoder.settings.height)
    description.attributes = VideoAttributes(format.extensions)
    description.attributes.cleanAperture = input.cleanAperture
    description.attributes.compressorName = input.encoding.codec.traits.name
    if input.pixelFormat.hasAlpha { description.attributes.depth = VideoFields.depthWithAlpha }
    return try description.formatDescription()
  }
}

extension VideoEncoder.Settings {
  init(_ codec: VideoEncoder.Codec, _ input: VideoInput) {
    self.init(
      codec: codec, width: input.geometry.codedWidth, height: input.geometry.codedHeight, format: input.pixelFormat,
      timeBase: input.timeBase)
    rateControl =
      switch input.rateControl {
      case .constantQuality(let factor)?: .constantQuality(factor)
      case .averageBitRate(let rate)?: .averageBitRate(rate)
      case nil: nil
      }
    speed = input.speed
    isLowDelay = input.isRealTime
    reordersFrames = input.encoding.reordersFrames
    keyFrameLimit = input.keyFrameLimit
    if let rate = input.expectedFrameRate { expectedFrameRate = rate }
    color = input.color
    fieldOrder = input.fieldOrder
    sampleAspectRatio = input.sampleAspectRatio
    masteringDisplay = input.masteringDisplay
    contentLightLevel = input.contentLightLevel
  }
}
