import MediaSupport

extension LibraryPictureCodec {
  /// AV1, encoded by SVT-AV1.
  static let av1 = LibraryPictureCodec(
    id: .av1, pixelFormats: [.yuv420p, .yuv420p10], leastSide: 64, qualities: 1...63, hasWholeQualities: true,
    forcesKeyFrames: \.isSVTRandomAccess
  ) { settings in try SVTEncoder(settings, parameters: settings.svtParameters) }
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
  /// The frame rates that the library accepts. The rate only affects the distance of key frames and rate control.
  private static let svtFrameRates = 1.0...240

  /// A Boolean value that says whether the encoder is in the mode in which it makes key frames on request.
  fileprivate var isSVTRandomAccess: Bool {
    if case .averageBitRate? = rateControl { return false }
    return !isLowDelay
  }

  fileprivate var svtParameters: [String: String] {
    var parameters = [
      "width": "\(width)", "height": "\(height)", "input-depth": "\(format == .yuv420p ? 8 : 10)",
      "preset": "\(speed.svtPreset)",
    ]
    let rate = svtFrameRate
    parameters["fps-num"] = "\(rate.numerator)"
    parameters["fps-denom"] = "\(rate.denominator)"
    switch rateControl {
    case nil: break
    case .constantQuality(let quality)?: parameters["crf"] = "\(Int(quality))"
    case .averageBitRate(let rate)?:
      // From version 2.0 on, low delay only supports constant bit rates, and other modes only variable ones.
      parameters["rc"] = isLowDelay ? "2" : "1"
      parameters["tbr"] = "\(rate)b"
      // With a bit rate, the look-ahead's output depends on the number of processors; at constant quality it does not.
      parameters["lp"] = "1"
    }
    switch keyFrameLimit {
    case .usual: break
    case .none: parameters["keyint"] = "\(Int32.max)"
    // The encoder interprets a limit of 1 as no limit, so every picture is forced instead.
    case .pictures(let count): parameters["keyint"] = "\(Int32(clamping: max(count, 2)))"
    }
    if isSVTRandomAccess { parameters["enable-force-key-frames"] = "1" }
    if isLowDelay { parameters["pred-struct"] = "1" }
    parameters.merge(svtColor) { $1 }
    return parameters
  }

  private var svtFrameRate: Rational {
    let rate = Double(expectedFrameRate.numerator) / Double(expectedFrameRate.denominator)
    let taken = min(max(rate, Self.svtFrameRates.lowerBound), Self.svtFrameRates.upperBound)
    return taken == rate ? expectedFrameRate : Rational(Int32(taken), 1)
  }

  private var svtColor: [String: String] {
    var parameters = [
      "color-primaries": "\(color.primaries)", "transfer-characteristics": "\(color.transfer)",
      "matrix-coefficients": "\(color.matrix)", "color-range": color.isFullRange == true ? "1" : "0",
    ]
    // AV1 can state H.273's left and top left (AV1 6.4.2); the container states the others.
    switch color.chromaLocation {
    case 0: parameters["chroma-sample-position"] = "vertical"
    case 2: parameters["chroma-sample-position"] = "colocated"
    default: break
    }
    if let display = masteringDisplay?.svt { parameters["mastering-display"] = display }
    if let level = contentLightLevel { parameters["content-light"] = "\(level.maximum),\(level.maximumAverage)" }
    return parameters
  }
}

extension MasteringDisplay {
  /// The display as SVT-AV1's parameter, in plain units; `nil` if primaries or luminance are unknown.
  fileprivate var svt: String? {
    guard let primaries, let luminance else { return nil }
    func number(_ value: Rational) -> String { "\(Double(value.numerator) / Double(value.denominator))" }
    func point(_ name: String, _ color: Chromaticity) -> String { "\(name)(\(number(color.x)),\(number(color.y)))" }
    let colors = point("G", primaries.green) + point("B", primaries.blue) + point("R", primaries.red)
    return colors + point("WP", primaries.whitePoint)
      + "L(\(number(luminance.maximum)),\(number(luminance.minimum)))"
  }
}
