internal import CoreAudioTypes
package import CoreMedia
internal import Foundation
package import MediaEngine
internal import MediaSupport

/// Audio settings for writing, translated for the engine (WI-05, WI-07, WI-10, WI-12).
package struct AudioOutputSettings {
  package private(set) var encoding: AudioSettings

  /// - Parameter hint: the source's format, which gives missing rate, channels and layout (WI-07).
  package init(_ values: [String: Any], hint: CMFormatDescription?) throws {
    var settings = SettingsDictionary(values)
    try Self.refuseForbiddenKeys(settings)
    guard let formatID = try settings.integer(AVFormatIDKey) else {
      throw SettingsProblem.misuse("audio output settings must contain \(AVFormatIDKey)")
    }
    guard let formatID = AudioFormatID(exactly: formatID) else {
      throw SettingsProblem.unsupported("\(formatID) is not an audio format")
    }
    encoding = AudioSettings(codec: try Self.codec(formatID, &settings, hint: hint))
    try readFormat(&settings, hint: hint)
    try readRateControl(&settings)
    // Other codecs than the lossless ones have no depth.
    _ = try settings.integer(AVEncoderBitDepthHintKey)
    // Both are choices of quality, which is always the best here: they are understood and change nothing.
    _ = try settings.integer(AVEncoderAudioQualityKey)
    _ = try settings.string(AVSampleRateConverterAlgorithmKey)
    try settings.finish("audio output settings")
  }

  private static func refuseForbiddenKeys(_ settings: SettingsDictionary) throws {
    if settings.contains(AVSampleRateConverterAudioQualityKey) {
      throw SettingsProblem.misuse("\(AVSampleRateConverterAudioQualityKey) is not supported for writing")
    }
  }

  private mutating func readFormat(_ settings: inout SettingsDictionary, hint: CMFormatDescription?) throws {
    let source = hint?.audioStreamBasicDescription
    encoding.sampleRate = try rate(&settings, source)
    guard
      let channels = try settings.positiveInteger(AVNumberOfChannelsKey) ?? source.map({ Int($0.mChannelsPerFrame) })
    else {
      throw SettingsProblem.misuse("audio output settings without a format hint must contain \(AVNumberOfChannelsKey)")
    }
    guard channels <= AudioSettings.mostChannels else {
      throw SettingsProblem.unsupported("there are no layouts of \(channels) channels")
    }
    encoding.channelCount = channels
    if let layout = try settings.data(AVChannelLayoutKey) {
      encoding.channelMask = try Self.mask(layout, channels: channels)
    } else if channels > 2 && hint == nil {
      throw SettingsProblem.misuse("more than two channels need \(AVChannelLayoutKey)")
    }
  }

  /// Returns the integer nearest to the rate that is asked for, or to the rate that the codec has for the source's:
  /// rates may have fractions, such as those of classic Macintosh sound.
  private func rate(_ settings: inout SettingsDictionary, _ source: AudioStreamBasicDescription?) throws -> Int {
    let possible = 1...AudioSettings.highestSampleRate
    if let rate = try settings.number(AVSampleRateKey) {
      guard possible.contains(rate) else {
        throw SettingsProblem.misuse("\(AVSampleRateKey) must be from 1 to \(possible.upperBound) and is \(rate)")
      }
      return Int(rate.rounded())
    }
    guard let source else {
      throw SettingsProblem.misuse("audio output settings without a format hint must contain \(AVSampleRateKey)")
    }
    // A file may state any rate: no fault of the client.
    guard possible.contains(source.mSampleRate) else {
      throw SettingsProblem.unsupported("\(AVSampleRateKey) must be set: the source has \(source.mSampleRate) hertz")
    }
    return encoding.codec.sampleRate(nearest: Int(source.mSampleRate.rounded()))
  }

  /// A bit rate that no audio codec comes near. Its product with the number of channels must not overflow.
  private static let highestBitRate = 1_000_000_000

  private static func mask(_ data: Data, channels: Int) throws -> UInt64 {
    guard let layout = ChannelLayout(audioChannelLayout: data) else {
      throw SettingsProblem.unsupported("\(AVChannelLayoutKey) has speakers that no encoder supports")
    }
    guard layout.count == channels else {
      throw SettingsProblem.misuse("\(AVChannelLayoutKey) has \(layout.count) channels and not \(channels)")
    }
    return layout.mask
  }

  private mutating func readRateControl(_ settings: inout SettingsDictionary) throws {
    let total = try settings.positiveInteger(AVEncoderBitRateKey)
    let perChannel = try settings.positiveInteger(AVEncoderBitRatePerChannelKey)
    guard total == nil || perChannel == nil else {
      throw SettingsProblem.unsupported(
        "\(AVEncoderBitRateKey) and \(AVEncoderBitRatePerChannelKey) exclude each other")
    }
    guard max(total ?? 0, perChannel ?? 0) <= Self.highestBitRate else {
      throw SettingsProblem.unsupported("no audio encoder reaches the wanted bit rate")
    }
    encoding.bitRate = total ?? perChannel.map { $0 * (encoding.channelCount ?? 1) }
    switch try settings.string(AVEncoderBitRateStrategyKey) {
    case nil: break
    case AVAudioBitRateStrategy_Constant?: encoding.bitRateStrategy = .constant
    case AVAudioBitRateStrategy_LongTermAverage?: encoding.bitRateStrategy = .longTermAverage
    case AVAudioBitRateStrategy_VariableConstrained?: encoding.bitRateStrategy = .variableConstrained
    case AVAudioBitRateStrategy_Variable?: encoding.bitRateStrategy = .variable
    case let name?: throw SettingsProblem.unsupported("unknown value '\(name)' of \(AVEncoderBitRateStrategyKey)")
    }
    if let quality = try settings.number(AVEncoderAudioQualityForVBRKey) {
      encoding.variableQuality = min(1, max(0, quality / Double(AVAudioQuality.max.rawValue)))
    }
    try refuseWhatTheCodecLacks(bitRate: total ?? perChannel)
  }
}
