import MediaInterop
import MediaSupport

extension H264Encoder.Settings {
  /// Makes the encoder's settings from a track's settings and from its first picture.
  init(_ input: VideoInput) throws {
    let encoding = input.encoding
    self.init(width: input.geometry.codedWidth, height: input.geometry.codedHeight, timeBase: input.timeBase)
    guard let chroma = H264Encoder.Chroma(input.pixelFormat) else {
      throw MediaError(
        .unsupportedSettings, .encoding, "H.264 cannot be encoded from \(input.pixelFormat) pictures here")
    }
    self.chroma = chroma
    bitDepth = input.pixelFormat.bitsPerComponent
    rateControl =
      switch input.rateControl {
      case .constantQuality(let factor)?: .constantQuality(crf: factor)
      case .averageBitRate(let rate)?: .averageBitRate(rate)
      case nil: rateControl
      }
    options = encoding.h264
    preset = input.speed
    isLowDelay = input.isRealTime
    reordersFrames = encoding.reordersFrames
    switch input.keyFrameLimit {
    case .usual: break
    case .none: maximumKeyFrameInterval = nil
    case .pictures(let count): maximumKeyFrameInterval = count
    }
    if let rate = input.expectedFrameRate { expectedFrameRate = rate }
    color = input.color
    fieldOrder = input.fieldOrder
    sampleAspectRatio = input.sampleAspectRatio
    masteringDisplay = input.masteringDisplay
    contentLightLevel = input.contentLightLevel
  }
}

extension H264Encoder.Chroma {
  /// Makes the subsampling of a format; `nil` if the format is not planar Y'CbCr of this encoder.
  fileprivate init?(_ format: PixelFormat) {
    switch format {
    case .yuv420p, .yuv420p10: self = .yuv420
    case .yuv422p, .yuv422p10: self = .yuv422
    case .yuv444p, .yuv444p10: self = .yuv444
    default: return nil
    }
  }
}
