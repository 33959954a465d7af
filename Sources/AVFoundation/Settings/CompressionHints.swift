import MediaEngine
import MediaSupport

/// The properties of a compression that clients set as hints. A hint changes nothing here, and no settings are refused
/// because of one.
enum CompressionHints {
  /// The names of VideoToolbox's keys, in the order of its header, and AVFoundation's own behind them.
  static let keys: Set<String> = [
    "AllowOpenGOP", "TargetQualityForAlpha", "MoreFramesBeforeStart", "MoreFramesAfterEnd",
    "PrioritizeEncodingSpeedOverQuality", "EstimatedAverageBytesPerFrame", "HDRMetadataInsertionMode",
    "PreserveDynamicHDRMetadata", "MaxFrameDelayCount", "RealTime", "MaximizePowerEfficiency", "SourceFrameCount",
    "BaseLayerFrameRateFraction", "BaseLayerFrameRate", "BaseLayerBitRateFraction", "ExpectedDuration",
    "ReferenceBufferCount", "EnableLTR", "CalculateMeanSquaredError", "SuggestedLookAheadFrameCount",
    "SpatialAdaptiveQPLevel", "MultiPassStorage", "EncoderID", "UsingGPURegistryID", "PixelTransferProperties",
    AVVideoAverageNonDroppableFrameRateKey,
  ]

  /// Takes the hints from the properties of a compression.
  static func take(from properties: inout SettingsDictionary) {
    for key in properties.values.keys where keys.contains(key) { properties.ignore(key) }
  }
}

extension VideoSettings {
  private static let temporalCompressionKey = "AllowTemporalCompression"
  private static let dataRateLimitsKey = "DataRateLimits"

  /// Reads the keys of VideoToolbox that AVFoundation has no constants for and that are heeded: whether pictures may
  /// depend on others, and the largest number of bytes in a number of seconds.
  mutating func readVideoToolboxProperties(_ properties: inout SettingsDictionary) throws {
    CompressionHints.take(from: &properties)
    if try properties.boolean(Self.temporalCompressionKey) == false { keyFrameInterval = 1 }
    guard let limits = try properties.numbers(Self.dataRateLimitsKey) else { return }
    guard limits.count.isMultiple(of: 2), limits.allSatisfy({ $0 > 0 }) else {
      throw SettingsProblem.misuse("\(Self.dataRateLimitsKey) must be pairs of bytes and seconds, all above 0")
    }
    guard codec == .h264, h264.receiverBuffer == nil else { return }
    // The encoder keeps a rate by a buffer of a second; that of an average is not below the average.
    let rates = stride(from: 0, to: limits.count, by: 2).map { 8 * limits[$0] / limits[$0 + 1] }
    guard let rate = rates.min() else { return }
    var lowest = Double(Self.lowestMaximum)
    if case .averageBitRate(let average)? = rateControl { lowest = max(lowest, Double(average)) }
    h264.receiverBuffer = .init(
      maximumBitRate: Int(min(max(rate, lowest), Double(Self.highestBitRate))))
  }
}
