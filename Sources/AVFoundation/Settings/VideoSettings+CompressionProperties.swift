import CoreGraphics
import CoreVideo
import MediaEngine
import MediaSupport

extension VideoSettings {
  /// Reads the compression properties of `AVVideoCompressionPropertiesKey`, including our own. A quality together with
  /// an average bit rate is a hint; a constant rate factor cannot be combined with either.
  mutating func readCompressionProperties(_ properties: inout SettingsDictionary) throws {
    try readRateControl(&properties)
    if let name = try properties.string(AVVideoEncoderSpeedKey) {
      guard let speed = Self.speed(named: name) else {
        throw SettingsProblem.unsupported(
          "unknown encoder speed '\(name)'; known are \(Self.speedNames.joined(separator: ", "))")
      }
      self.speed = speed
    }
    // More frames than any file has; x264 counts in 32 bits.
    keyFrameInterval = try properties.positiveInteger(AVVideoMaxKeyFrameIntervalKey).map { min($0, 1 << 30) }
    if let seconds = try properties.number(AVVideoMaxKeyFrameIntervalDurationKey) {
      guard seconds >= 0 else {
        throw SettingsProblem.misuse("\(AVVideoMaxKeyFrameIntervalDurationKey) must not be negative")
      }
      // 0 means no limit in time.
      keyFrameIntervalDuration = seconds > 0 ? min(seconds, Self.longestKeyFrameInterval) : nil
    }
    reordersFrames = try properties.boolean(AVVideoAllowFrameReorderingKey)
    if let rate = try properties.number(AVVideoExpectedSourceFrameRateKey) {
      guard rate <= Self.highestFrameRate else {
        throw SettingsProblem.unsupported("\(AVVideoExpectedSourceFrameRateKey) is out of range: \(rate)")
      }
      guard rate > 0 else { throw SettingsProblem.misuse("\(AVVideoExpectedSourceFrameRateKey) must be positive") }
      expectedFrameRate = rate
    }
    switch codec {
    case .h264:
      if let number = try properties.integer(AVVideoParameterSetNumberKey) {
        guard (0...31).contains(number) else {
          throw SettingsProblem.misuse("\(AVVideoParameterSetNumberKey) is from 0 to 31, not \(number)")
        }
        h264.parameterSetNumber = number
      }
      try readTune(&properties)
      try readProfile(&properties)
      try readTargets(&properties)
    case .hevc: try readHEVCProfile(&properties)
    default: break
    }
    try readPixelFormat(&properties)
    try readVideoToolboxProperties(&properties)
    try properties.finish(AVVideoCompressionPropertiesKey)
  }

  /// Eleven days in seconds: longer than any file, and few enough ticks for every time scale.
  private static let longestKeyFrameInterval = 1_000_000.0
  /// More frames a second than any camera makes. Rate control counts in thousandths, of 32 bits.
  private static let highestFrameRate = 100_000.0
  /// The highest bit rate, in bits a second, that x264's 32 bits of kilobits and their products hold.
  static let highestBitRate = 2_000_000_000

  private mutating func readRateControl(_ properties: inout SettingsDictionary) throws {
    let bitRate = try properties.positiveInteger(AVVideoAverageBitRateKey)
    let quality = try properties.number(AVVideoQualityKey)
    let rateFactor = try properties.number(AVVideoConstantRateFactorKey)
    if rateFactor != nil, bitRate != nil || quality != nil {
      throw SettingsProblem.unsupported(
        "\(AVVideoConstantRateFactorKey) excludes \(AVVideoAverageBitRateKey) and \(AVVideoQualityKey)")
    }
    if let quality, !(0...1).contains(quality) {
      throw SettingsProblem.misuse("\(AVVideoQualityKey) must be between 0 and 1 and is \(quality)")
    }
    if let bitRate {
      guard bitRate <= Self.highestBitRate else {
        throw SettingsProblem.unsupported("\(AVVideoAverageBitRateKey) is out of range: \(bitRate)")
      }
      guard codec.traits.quality != nil else { throw hasNothingToChoose }
      rateControl = .averageBitRate(bitRate)
    }
    guard bitRate == nil, quality != nil || rateFactor != nil else { return }
    guard let scale = codec.traits.quality else { throw hasNothingToChoose }
    if let quality { rateControl = .constantQuality(scale.value(ofQuality: quality)) }
    if let rateFactor {
      guard scale.range.contains(rateFactor), !scale.isWhole || rateFactor == rateFactor.rounded() else {
        throw SettingsProblem.unsupported(
          "\(AVVideoConstantRateFactorKey) of \(codec.traits.name) must be \(scale.isWhole ? "a whole number " : "")"
            + "between \(Int(scale.range.lowerBound)) and \(Int(scale.range.upperBound))")
      }
      rateControl = .constantQuality(rateFactor)
    }
  }

  /// Reads the targets of H.264's encoder in several passes, and the largest bit rate, which it keeps in one pass too.
  private mutating func readTargets(_ properties: inout SettingsDictionary) throws {
    let maximumBitRate = try properties.positiveInteger(AVVideoMaximumBitRateKey)
    targetSSIM = try properties.number(AVVideoTargetSSIMKey)
    leastSSIM = try properties.number(AVVideoMinimumSSIMKey)
    for (key, value) in [(AVVideoTargetSSIMKey, targetSSIM), (AVVideoMinimumSSIMKey, leastSSIM)] {
      guard let value, !(value > 0 && value < 1) else { continue }
      throw SettingsProblem.unsupported("\(key) must be between 0 and 1 and is \(value)")
    }
    if let targetSSIM, let leastSSIM, leastSSIM > targetSSIM {
      throw SettingsProblem.unsupported("\(AVVideoMinimumSSIMKey) is above \(AVVideoTargetSSIMKey)")
    }
    if targetSSIM != nil, rateControl != nil {
      throw SettingsProblem.unsupported("\(AVVideoTargetSSIMKey) excludes every other quality and an average bit rate")
    }
    guard let maximumBitRate else { return }
    guard (Self.lowestMaximum...Self.highestBitRate).contains(maximumBitRate) else {
      throw SettingsProblem.unsupported("\(AVVideoMaximumBitRateKey) is out of range: \(maximumBitRate)")
    }
    if case .averageBitRate(let rate)? = rateControl, rate > maximumBitRate {
      throw SettingsProblem.unsupported("\(AVVideoMaximumBitRateKey) is below \(AVVideoAverageBitRateKey)")
    }
    h264.receiverBuffer = .init(maximumBitRate: maximumBitRate)
  }

  /// The lowest value of the largest bit rate, in bits a second: x264 counts in thousands.
  static let lowestMaximum = 1000

  private var hasNothingToChoose: SettingsProblem {
    .unsupported("\(codec.traits.name) does not support a quality or bit rate")
  }

  private mutating func readTune(_ properties: inout SettingsDictionary) throws {
    guard let name = try properties.string(AVVideoEncoderTuneKey) else { return }
    guard let tune = H264Options.Tune(rawValue: name) else {
      let names = H264Options.Tune.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsProblem.unsupported("unknown value '\(name)' of \(AVVideoEncoderTuneKey); known are \(names)")
    }
    h264.tune = tune
  }

  private mutating func readProfile(_ properties: inout SettingsDictionary) throws {
    if let name = try properties.string(AVVideoProfileLevelKey) {
      guard let (profile, level) = Self.profileLevel(name) else {
        throw SettingsProblem.unsupported("unknown value '\(name)' of \(AVVideoProfileLevelKey)")
      }
      (h264.profile, h264.level) = (profile, level)
      if name.hasPrefix("H264_ConstrainedHigh") { reordersFrames = reordersFrames ?? false }
    }
    switch try properties.string(AVVideoH264EntropyModeKey) {
    case nil: break
    case AVVideoH264EntropyModeCAVLC?: h264.entropyCoding = .cavlc
    case AVVideoH264EntropyModeCABAC?: h264.entropyCoding = .cabac
    case let mode?: throw SettingsProblem.unsupported("unknown value '\(mode)' of \(AVVideoH264EntropyModeKey)")
    }
    if h264.profile == .baseline && h264.entropyCoding == .cabac {
      throw SettingsProblem.unsupported("H.264 Baseline has no CABAC")
    }
    if h264.profile == .baseline && reordersFrames == true {
      throw SettingsProblem.unsupported("H.264 Baseline has no frame reordering")
    }
  }

  /// VideoToolbox's names are `HEVC_<Profile>_AutoLevel`; the profile follows from the pictures' layout.
  private mutating func readHEVCProfile(_ properties: inout SettingsDictionary) throws {
    guard let name = try properties.string(AVVideoProfileLevelKey) else { return }
    let formats = [
      "HEVC_Main_AutoLevel": kCVPixelFormatType_420YpCbCr8Planar,
      "HEVC_Main10_AutoLevel": kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      "HEVC_Main42210_AutoLevel": kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
    ]
    guard let format = formats[name] else {
      throw SettingsProblem.unsupported("unknown value '\(name)' of \(AVVideoProfileLevelKey)")
    }
    pixelFormat = Self.encodedFormat(format)
  }

  /// H.264's levels times ten (table A-1), but for 1b.
  private static let levels: Set<Int> = [10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52, 60, 61, 62]

  /// Apple's names are `H264_<Profile>_<level digits or AutoLevel>`.
  private static func profileLevel(_ name: String) -> (H264Options.Profile, Int?)? {
    let parts = name.split(separator: "_")
    guard parts.count >= 3, parts[0] == "H264" else { return nil }
    // x264's Baseline is Constrained Baseline. Constrained High is High without pictures that are reordered.
    let profiles: [Substring: H264Options.Profile] = [
      "Baseline": .baseline, "ConstrainedBaseline": .baseline, "Main": .main, "High": .high, "ConstrainedHigh": .high,
    ]
    guard let profile = profiles[parts[1]] else { return nil }
    if parts[2] == "AutoLevel" && parts.count == 3 { return (profile, nil) }
    guard parts.count == 4, let major = UInt8(parts[2]), let minor = UInt8(parts[3]), minor < 10 else { return nil }
    let level = Int(major) * 10 + Int(minor)
    return levels.contains(level) ? (profile, level) : nil
  }
}

extension VideoSettings {
  fileprivate mutating func readPixelFormat(_ properties: inout SettingsDictionary) throws {
    guard let code = try properties.integer(AVVideoEncodedPixelFormatKey) else { return }
    guard let format = OSType(exactly: code).flatMap(Self.encodedFormat) else {
      throw SettingsProblem.unsupported("\(AVVideoEncodedPixelFormatKey) is not a pixel format that this build encodes")
    }
    pixelFormat = format
  }
}
