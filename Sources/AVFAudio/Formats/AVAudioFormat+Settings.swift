internal import CoreAudioTypes
internal import Foundation

extension AVAudioFormat {
  /// The format that settings for writing or recording name. Keys that are for encoders alone are passed over.
  ///
  /// Linear PCM is interleaved integers of 16 bits in little-endian order where the settings do not say otherwise, and
  /// floating point is of 32 bits. Samples of 8 bits are unsigned unless `AVLinearPCMIsSignedKey` says otherwise, as
  /// for a writer here. For compressed sound the packets are as the codec's definition says, as far as it says
  /// something.
  ///
  /// - Parameter settings: a dictionary with `AVFormatIDKey`, `AVSampleRateKey`, and `AVNumberOfChannelsKey` or
  ///   `AVChannelLayoutKey`.
  /// - Returns: `nil` where one of these is missing or is of another type than it must be, for a rate or a number of
  ///   channels that is not greater than 0, for more than two channels without a layout, for a layout of another number
  ///   of channels, and for linear PCM of other than 8, 16, 24 or 32 bits, or of floating point in other than 32.
  public convenience init?(settings: [String: Any]) {
    guard let parsed = FormatSettings(settings) else { return nil }
    self.init(checking: parsed.description, channelLayout: parsed.layout)
  }

  /// The format as settings for writing or recording. Numbers are `NSNumber`s, which cast to every type of number.
  ///
  /// `init(settings:)` reads them back, but not floating point of 64 bits, nor linear PCM with unused bits.
  public var settings: [String: Any] {
    let format = streamDescription.pointee
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: format.mFormatID), AVSampleRateKey: NSNumber(value: format.mSampleRate),
      AVNumberOfChannelsKey: NSNumber(value: format.mChannelsPerFrame),
    ]
    if format.isLinearPCM {
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.mBitsPerChannel)
      settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: format.has(kAudioFormatFlagIsBigEndian))
      settings[AVLinearPCMIsFloatKey] = NSNumber(value: format.has(kAudioFormatFlagIsFloat))
      settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: format.isNonInterleavedPCM)
      if format.mBitsPerChannel == 8 {
        settings[AVLinearPCMIsSignedKey] = NSNumber(value: format.has(kAudioFormatFlagIsSignedInteger))
      }
    }
    if let channelLayout { settings[AVChannelLayoutKey] = channelLayout.data }
    return settings
  }
}

/// The format that a settings dictionary names.
private struct FormatSettings {
  var description: AudioStreamBasicDescription
  var layout: AVAudioChannelLayout?

  private let settings: [String: Any]

  /// Parses settings. Returns `nil` if a value does not have the type or range of its key, or if a required one is
  /// missing.
  init?(_ settings: [String: Any]) {
    self.settings = settings
    description = AudioStreamBasicDescription()
    if let value = settings[AVChannelLayoutKey] {
      guard let layout = SettingsValue.data(value).flatMap({ AVAudioChannelLayout(data: $0) }) else { return nil }
      self.layout = layout
    }
    guard let format = whole(AVFormatIDKey), let rate = settings[AVSampleRateKey].flatMap(SettingsValue.number),
      rate.isFinite, rate > 0
    else { return nil }
    let channels = settings[AVNumberOfChannelsKey] == nil ? layout?.channelCount : whole(AVNumberOfChannelsKey)
    guard let channels, channels > 0 else { return nil }
    guard format == kAudioFormatLinearPCM else {
      description = AudioStreamBasicDescription(format, sampleRate: rate, channels: channels)
      return
    }
    guard let pcm = linearPCM(sampleRate: rate, channels: channels) else { return nil }
    description = pcm
  }

  private func linearPCM(sampleRate: Double, channels: UInt32) -> AudioStreamBasicDescription? {
    guard let isFloat = boolean(AVLinearPCMIsFloatKey), let isBigEndian = boolean(AVLinearPCMIsBigEndianKey),
      let isNonInterleaved = boolean(AVLinearPCMIsNonInterleaved), let isSigned = boolean(AVLinearPCMIsSignedKey)
    else { return nil }
    let depth = settings[AVLinearPCMBitDepthKey] == nil ? (isFloat ? 32 : 16) : whole(AVLinearPCMBitDepthKey)
    guard let depth, isFloat ? depth == 32 : [8, 16, 24, 32].contains(depth) else { return nil }
    var flags: AudioFormatFlags = 0
    if isFloat {
      flags |= kAudioFormatFlagIsFloat
    } else if depth > 8 || isSigned {
      flags |= kAudioFormatFlagIsSignedInteger
    }
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    if isNonInterleaved { flags |= kAudioFormatFlagIsNonInterleaved }
    return AudioStreamBasicDescription(sampleRate: sampleRate, sampleSize: depth / 8, channels: channels, flags: flags)
  }

  /// Returns the integer of a key. It is `nil` for a value that is not an integer of 32 bits, and if there is none.
  private func whole(_ key: String) -> UInt32? {
    settings[key].flatMap(SettingsValue.number).flatMap { UInt32(exactly: $0) }
  }

  /// Returns the Boolean of a key. It is `false` if there is none, and `nil` for a value that is not a Boolean.
  private func boolean(_ key: String) -> Bool? {
    guard let value = settings[key] else { return false }
    return SettingsValue.boolean(value)
  }
}
