internal import CX264
import MediaSupport

extension H264Encoder.Settings {
  /// The largest width and height that x264 accepts.
  private static let largestSide = 16384

  /// Throws for a setting that the encoder could not honour, and names the setting. Also throws if x264 is not
  /// installed.
  package func validate() throws {
    try LoadedLibrary.x264.require(.encoding)
    try validateGeometry()
    try validateRateControl()
    try validateProfile()
    try validateLevel()
    try require(
      expectedFrameRate.isPositive, "expectedFrameRate",
      "\(expectedFrameRate.numerator)/\(expectedFrameRate.denominator) is not a positive fraction")
    try require(
      masteringDisplay == nil || (masteringDisplay?.primaries != nil && masteringDisplay?.luminance != nil),
      "masteringDisplay", "the stream's message has both primaries and luminance, and one is missing")
    try require(
      (maximumKeyFrameInterval ?? 1) > 0, "maximumKeyFrameInterval",
      "\(maximumKeyFrameInterval ?? 0) is not a positive number of pictures")
  }

  private func validateGeometry() throws {
    try require(
      (1...Self.largestSide).contains(width) && (1...Self.largestSide).contains(height), "width and height",
      "\(width)×\(height) is not within 1×1 and \(Self.largestSide)×\(Self.largestSide)")
    try require(
      width % chroma.widthStep == 0, "width", "\(width) is odd and the chroma has half as many columns")
    let heightStep = chroma.heightStep * (fieldOrder == .progressive ? 1 : 2)
    try require(
      height % heightStep == 0, "height", "\(height) is not divisible by \(heightStep) (chroma rows, fields)")
    let fitsCrop =
      min(crop.left, crop.top, crop.right, crop.bottom) >= 0
      && crop.left < width && crop.right < width - crop.left
      && crop.top < height && crop.bottom < height - crop.top
    try require(fitsCrop, "crop", "it leaves nothing of \(width)×\(height)")
    try require(
      crop.left % chroma.widthStep == 0 && crop.right % chroma.widthStep == 0
        && crop.top % heightStep == 0 && crop.bottom % heightStep == 0,
      "crop", "an edge is not on a chroma sample")
    if let ratio = sampleAspectRatio {
      try require(
        ratio.isPositive, "sampleAspectRatio", "\(ratio.numerator):\(ratio.denominator) is not positive")
    }
    try require(
      H264Encoder.supportedBitDepths.contains(bitDepth), "bitDepth",
      "libx264 here encodes \(H264Encoder.supportedBitDepths.map(String.init).joined(separator: " or ")) bits, not \(bitDepth)"
    )
  }

  private func validateRateControl() throws {
    let extraQuantizers = 6 * (bitDepth - 8)
    switch rateControl {
    case .constantQuality(let crf):
      try require(
        crf >= Double(-extraQuantizers) && crf <= 51, "constantQuality",
        "\(crf) is not within \(-extraQuantizers) and 51")
    case .averageBitRate(let rate):
      try require(
        (1000...Int(Int32.max)).contains(rate), "averageBitRate", "\(rate) bit/s is not within 1000 and \(Int32.max)")
    case .constantQuantizer(let quantizer):
      try require(
        (0...51 + extraQuantizers).contains(quantizer), "constantQuantizer",
        "\(quantizer) is not within 0 and \(51 + extraQuantizers)")
      try require(options.receiverBuffer == nil, "receiverBuffer", "a constant quantizer cannot keep to a buffer")
    }
    if let receiverBuffer = options.receiverBuffer {
      let range = 1000...Int(Int32.max)
      try require(
        range.contains(receiverBuffer.maximumBitRate) && range.contains(receiverBuffer.size), "receiverBuffer",
        "its bit rate and its size are each at least 1000 bits")
      if case .averageBitRate(let rate) = rateControl {
        try require(
          rate <= receiverBuffer.maximumBitRate, "receiverBuffer",
          "its \(receiverBuffer.maximumBitRate) bit/s are fewer than the average, \(rate)")
      }
    }
  }

  private func validateProfile() throws {
    guard let profile = options.profile else { return }
    func carries(_ condition: Bool, _ what: String) throws {
      try require(condition, "profile", "\(profile.rawValue) has no \(what)")
    }
    let isLossless = rateControl == .constantQuantizer(0)
    try carries(!isLossless || profile == .high444, "lossless coding")
    try carries(chroma != .yuv444 || profile == .high444, "4:4:4 chroma")
    try carries(chroma != .yuv422 || [.high422, .high444].contains(profile), "4:2:2 chroma")
    try carries(chroma != .gray || ![.baseline, .main].contains(profile), "monochrome pictures")
    try carries(bitDepth == 8 || ![.baseline, .main, .high].contains(profile), "\(bitDepth)-bit samples")
    guard profile == .baseline else { return }
    try carries(options.entropyCoding != .cabac, "CABAC")
    try carries(reordersFrames != true, "B pictures")
    try carries(fieldOrder == .progressive, "interlaced pictures")
  }

  private func validateLevel() throws {
    guard let level = options.level else { return }
    guard let limits = H264Encoder.levelLimits(level) else {
      throw refusal("level", "\(level) is none of table A-1")
    }
    try require(
      macroblocks <= Int(limits.frame_size), "level",
      "\(level) holds pictures of \(limits.frame_size) macroblocks, and \(width)×\(height) has \(macroblocks)")
    try require(
      fieldOrder == .progressive || limits.frame_only == 0, "level", "\(level) has no interlaced pictures")
  }

  private func require(_ condition: Bool, _ setting: String, _ reason: @autoclosure () -> String) throws {
    guard condition else { throw refusal(setting, reason()) }
  }

  private func refusal(_ setting: String, _ reason: String) -> MediaError {
    MediaError(.unsupportedSettings, .encoding, "the H.264 setting \(setting) cannot be honoured: \(reason)")
  }

  /// The number of 16×16 blocks in a coded picture. Rows come in pairs if fields are coded.
  var macroblocks: Int {
    let rowsAtOnce = fieldOrder == .progressive ? 16 : 32
    return (width + 15) / 16 * ((height + rowsAtOnce - 1) / rowsAtOnce * (rowsAtOnce / 16))
  }
}

extension H264Encoder.Chroma {
  /// The number of luma columns for each chroma column.
  var widthStep: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
  /// The number of luma rows for each chroma row.
  var heightStep: Int { self == .yuv420 ? 2 : 1 }
}

extension H264Encoder {
  /// Returns the row of Table A-1 for a level times ten.
  static func levelLimits(_ level: Int) -> x264_level_t? {
    guard var row = cx264_levels() else { return nil }
    while row.pointee.level_idc != 0 {
      if Int(row.pointee.level_idc) == level { return row.pointee }
      row += 1
    }
    return nil
  }
}
