import MediaInterop
import MediaSupport

extension H264Encoder.Settings {
  /// The encoder's settings from a track's and from its first picture.
  init(_ input: VideoInput) throws {
    let encoding = input.encoding
    self.init(width: input.geometry.codedWidth, height: input.geometry.codedHeight, timeBase: input.timeBase)
    chroma = input.pixelLayout.chroma
    bitDepth = input.pixelLayout.bitDepth
    rateControl =
      switch input.rateControl {
      case .constantQuality(let factor)?: .constantQuality(crf: factor)
      case .averageBitRate(let rate)?: .averageBitRate(rate)
      case nil: rateControl
      }
    guard let preset = H264Encoder.Preset(rawValue: input.speed) else {
      throw MediaError(.unsupportedSettings, .encoding, "unknown encoder speed '\(input.speed)'")
    }
    self.preset = preset
    isLowDelay = input.isRealTime
    profile = encoding.profile.flatMap { H264Encoder.Profile(rawValue: $0.rawValue) }
    level = encoding.level
    entropyCoding = encoding.entropyCoding.map { $0 == .cabac ? .cabac : .cavlc }
    reordersFrames = encoding.reordersFrames
    maximumKeyFrameInterval = input.maximumKeyFrameInterval(usual: maximumKeyFrameInterval)
    if let rate = input.expectedFrameRate { expectedFrameRate = rate }
    color = input.color
    fieldOrder = input.fieldOrder
    sampleAspectRatio = input.sampleAspectRatio
    masteringDisplay = input.masteringDisplay
    contentLightLevel = input.contentLightLevel
  }
}
