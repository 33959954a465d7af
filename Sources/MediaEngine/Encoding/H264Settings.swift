import CoreMedia
import MediaInterop
import MediaSupport

extension H264Encoder.Settings {
  /// The encoder's settings from a track's and from its first picture; `first` is `nil` where only the settings are
  /// to be checked.
  init(
    _ encoding: VideoEncoding, geometry: PictureGeometry, source: Picture, first: CMSampleBuffer?, timeBase: TimeBase,
    isRealTime: Bool
  ) throws {
    self.init(width: geometry.codedWidth, height: geometry.codedHeight, timeBase: timeBase)
    let layout = encoding.pixelLayout
    chroma = layout.chroma
    bitDepth = layout.bitDepth
    rateControl =
      switch encoding.rateControl {
      case .constantQuality(let factor): .constantQuality(crf: factor)
      case .averageBitRate(let rate): .averageBitRate(rate)
      }
    let speed = encoding.speed ?? (isRealTime ? VideoEncoding.realTimeSpeed : VideoEncoding.defaultSpeed)
    guard let preset = H264Encoder.Preset(rawValue: speed) else {
      throw MediaError(.unsupportedSettings, .encoding, "unknown encoder speed '\(speed)'")
    }
    self.preset = preset
    isLowDelay = isRealTime
    profile = encoding.profile.flatMap { H264Encoder.Profile(rawValue: $0.rawValue) }
    level = encoding.level
    entropyCoding = encoding.entropyCoding.map { $0 == .cabac ? .cabac : .cavlc }
    reordersFrames = encoding.reordersFrames
    maximumKeyFrameInterval =
      encoding.keyFrameInterval ?? (encoding.keyFrameIntervalDuration == nil ? maximumKeyFrameInterval : nil)
    if let rate = encoding.expectedFrameRate ?? first.flatMap(Self.frameRate) {
      expectedFrameRate = Self.rational(rate)
    }
    color = source.color
    if let wanted = encoding.color {
      (color.primaries, color.transfer, color.matrix) = (wanted.primaries, wanted.transfer, wanted.matrix)
    }
    fieldOrder = geometry.isUnscaled(source.width, source.height) ? source.fieldOrder : .progressive
    sampleAspectRatio = Self.aspectRatio(encoding, geometry: geometry, source: source, first: first)
  }

  private static func frameRate(of sample: CMSampleBuffer) -> Double? {
    let seconds = sample.duration.isNumeric ? sample.duration.seconds : 0
    return seconds > 0 ? 1 / seconds : nil
  }

  /// Thousandths name every film and video rate closely enough for rate control's start, and whole seconds a picture
  /// those of time lapses.
  private static func rational(_ rate: Double) -> Rational {
    func clamped(_ value: Double) -> Int32 { Int32(min(value.rounded(), Double(Int32.max))) }
    return rate < 1 ? Rational(1, clamped(1 / rate)) : Rational(clamped(rate * 1000), 1000)
  }

  /// The wanted one, else the unscaled source's.
  private static func aspectRatio(
    _ encoding: VideoEncoding, geometry: PictureGeometry, source: Picture, first: CMSampleBuffer?
  ) -> Rational? {
    if let ratio = encoding.pixelAspectRatio {
      return Rational(Int32(clamping: ratio.horizontal), Int32(clamping: ratio.vertical))
    }
    // A scaled picture has square pixels, as Apple's has; the source's are kept where its samples are.
    guard geometry.isUnscaled(source.width, source.height) else { return nil }
    return first?.formatDescription?.pixelAspectRatio?.reducedTo16Bits
  }
}

extension Rational {
  /// The fraction in lowest terms, within the 16 bits of the bitstream's field (H.264 E.2.1); `nil` where it is none.
  fileprivate var reducedTo16Bits: Rational? {
    guard isPositive else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    var (width, height) = (numerator / a, denominator / a)
    while width > 0xffff || height > 0xffff { (width, height) = (max(1, width >> 1), max(1, height >> 1)) }
    return Rational(width, height)
  }
}

extension VideoEncoding.PixelLayout {
  var chroma: H264Encoder.Chroma {
    switch self {
    case .yuv420, .yuv420With10Bits: .yuv420
    case .yuv422, .yuv422With10Bits: .yuv422
    case .yuv444: .yuv444
    }
  }

  var bitDepth: Int {
    switch self {
    case .yuv420, .yuv422, .yuv444: 8
    case .yuv420With10Bits, .yuv422With10Bits: 10
    }
  }

  /// What the encoder is given.
  var pixelFormat: PixelFormat {
    switch self {
    case .yuv420: .yuv420p
    case .yuv422: .yuv422p
    case .yuv444: .yuv444p
    case .yuv420With10Bits: .yuv420p10
    case .yuv422With10Bits: .yuv422p10
    }
  }
}
