internal import CFFmpeg

extension LibraryPictureCodec {
  /// AV1 by SVT-AV1.
  ///
  /// At constant quality its bytes are the same on every number of processors; of its look-ahead at a bit rate they are
  /// not, so that one gets one processor.
  static let av1 = LibraryPictureCodec(
    id: .av1, encoder: "libsvtav1", pixelFormats: [.yuv420p, .yuv420p10], leastSide: 64,
    // The library takes 0 for "not said".
    qualities: 1...63, hasWholeQualities: true,
    options: { settings in
      var options = ["preset": "\(settings.speed.svtPreset)", "svtav1-params": settings.svtParameters]
      if case .constantQuality(let quality)? = settings.rateControl { options["crf"] = "\(Int(quality))" }
      return options
    },
    configure: { settings, context in
      // Frame rates outside are refused; the rate shapes no more than the distance of key frames and rate control.
      let rate = Double(settings.expectedFrameRate.numerator) / Double(settings.expectedFrameRate.denominator)
      if !Self.frameRates.contains(rate) {
        context.pointee.framerate = Rational(rate < Self.frameRates.lowerBound ? 1 : 240, 1).cValue
      }
      switch settings.keyFrameLimit {
      case .usual: break
      case .none: context.pointee.gop_size = .max
      // It makes a limit of 1 to no limit at all: then every picture is forced.
      case .pictures(let count): context.pointee.gop_size = Int32(clamping: max(count, 2))
      }
    },
    hangsUnused: true, forcesKeyFrames: \.isSVTRandomAccess)

  private static let frameRates = 1.0...240
}

extension EncoderSpeed {
  /// SVT-AV1's presets go from 12 (fastest) to 0.
  fileprivate var svtPreset: Int {
    switch self {
    case .ultrafast: 12
    case .superfast: 11
    case .veryfast: 10
    case .faster: 9
    case .fast: 8
    case .medium: 7
    case .slow: 6
    case .slower: 4
    case .veryslow: 2
    case .placebo: 0
    }
  }
}

extension VideoEncoder.Settings {
  /// The mode in which it makes key frames where they are asked for.
  fileprivate var isSVTRandomAccess: Bool {
    if case .averageBitRate? = rateControl { return false }
    return !isLowDelay
  }

  /// The library passes on neither the mastering display nor the content light level.
  fileprivate var svtParameters: String {
    var parameters: [String: String] = [:]
    if isSVTRandomAccess { parameters["enable-force-key-frames"] = "1" }
    if case .averageBitRate? = rateControl { parameters["lp"] = "1" }
    if isLowDelay { parameters["pred-struct"] = "1" }
    if let display = masteringDisplay?.svt { parameters["mastering-display"] = display }
    if let level = contentLightLevel { parameters["content-light"] = "\(level.maximum),\(level.maximumAverage)" }
    return Self.joined(parameters)
  }
}

extension MasteringDisplay {
  /// In the units themselves; `nil` where one of the two is unknown.
  fileprivate var svt: String? {
    guard let primaries, let luminance else { return nil }
    func number(_ value: Rational) -> String { "\(Double(value.numerator) / Double(value.denominator))" }
    func point(_ name: String, _ color: Chromaticity) -> String { "\(name)(\(number(color.x)),\(number(color.y)))" }
    let colors = point("G", primaries.green) + point("B", primaries.blue) + point("R", primaries.red)
    return colors + point("WP", primaries.whitePoint)
      + "L(\(number(luminance.maximum)),\(number(luminance.minimum)))"
  }
}
