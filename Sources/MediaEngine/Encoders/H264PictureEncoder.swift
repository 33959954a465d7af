import CoreMedia
import MediaInterop
import MediaSupport

/// An encoder of H.264 that uses x264.
final class H264PictureEncoder: PictureEncoder {
  private let encoder: H264Encoder
  private let format: CMFormatDescription
  private var hasEmittedFormat = false

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ input: VideoInput) throws {
    encoder = try H264Encoder(H264Encoder.Settings(input))
    format = try CMFormatDescription(encoder, input)
  }

  func encode(
    _ picture: Picture, pts: Int64, duration: Int64, forceKeyFrame: Bool, emit: (EncodedSample) throws -> Void
  ) throws {
    if !hasEmittedFormat {
      hasEmittedFormat = true
      try emit(.format(format))
    }
    try encoder.encode(picture, pts: pts, duration: duration, forceKeyFrame: forceKeyFrame) { try emit(.packet($0)) }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {
    try encoder.finish { try emit(.packet($0)) }
  }
}

extension CMFormatDescription {
  /// Makes the format of an encoder's output.
  convenience init(_ encoder: H264Encoder, _ input: VideoInput) throws {
    let settings = encoder.settings
    try self.init(
      h264SPS: encoder.sps, pps: encoder.pps, width: settings.width, height: settings.height,
      color: settings.color, fieldOrder: settings.fieldOrder, cleanAperture: input.cleanAperture,
      pixelAspectRatio: settings.sampleAspectRatio, masteringDisplay: settings.masteringDisplay,
      contentLightLevel: settings.contentLightLevel)
  }
}
