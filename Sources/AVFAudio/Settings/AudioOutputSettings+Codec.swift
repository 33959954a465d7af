internal import CoreAudioTypes
internal import CoreMedia
internal import MediaEngine

extension AudioOutputSettings {
  /// Returns the codec, with the facts that choose it.
  static func codec(
    _ formatID: AudioFormatID, _ settings: inout SettingsDictionary, hint: CMFormatDescription?
  ) throws -> AudioSettings.Codec {
    switch formatID {
    case kAudioFormatAppleLossless: return .appleLossless(bitDepth: try appleLosslessDepth(&settings, hint: hint))
    case kAudioFormatFLAC: return .flac(bitDepth: try settings.positiveInteger(AVEncoderBitDepthHintKey))
    case kAudioFormatLinearPCM: return .pcm(try pcm(&settings, hint: hint))
    default:
      if let codec = AudioSettings.Codec(formatID) { return codec }
      let name = CMFormatDescription.MediaSubType(rawValue: formatID)
      throw SettingsProblem.unsupported(
        "no encoder for the audio format \(name); this build encodes AAC, MP3, Opus, Vorbis, AC-3, Enhanced AC-3, "
          + "Apple Lossless, FLAC and PCM")
    }
  }

  /// Returns the bit depth of Apple Lossless. Without a hint the settings must state it; with one the source does
  /// (WI-05).
  private static func appleLosslessDepth(
    _ settings: inout SettingsDictionary, hint: CMFormatDescription?
  ) throws -> Int? {
    let depth = try settings.positiveInteger(AVEncoderBitDepthHintKey)
    guard depth != nil || hint != nil else {
      throw SettingsProblem.misuse(
        "Apple Lossless settings without a format hint must contain \(AVEncoderBitDepthHintKey)")
    }
    return depth
  }

  private static func pcm(
    _ settings: inout SettingsDictionary, hint: CMFormatDescription?
  ) throws -> AudioSettings.PCM {
    let source = hint?.audioStreamBasicDescription.flatMap { $0.mFormatID == kAudioFormatLinearPCM ? $0 : nil }
    func missing(_ key: String) -> SettingsProblem { .misuse("linear PCM settings must contain \(key)") }
    guard let bitDepth = try settings.integer(AVLinearPCMBitDepthKey) ?? source.map({ Int($0.mBitsPerChannel) }) else {
      throw missing(AVLinearPCMBitDepthKey)
    }
    guard
      let isFloat = try settings.boolean(AVLinearPCMIsFloatKey)
        ?? source.map({ $0.mFormatFlags & kAudioFormatFlagIsFloat != 0 })
    else { throw missing(AVLinearPCMIsFloatKey) }
    guard
      let isBigEndian = try settings.boolean(AVLinearPCMIsBigEndianKey)
        ?? source.map({ $0.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 })
    else { throw missing(AVLinearPCMIsBigEndianKey) }
    let isNonInterleaved = try settings.boolean(AVLinearPCMIsNonInterleaved) ?? (source == nil ? nil : false)
    guard let isNonInterleaved else { throw missing(AVLinearPCMIsNonInterleaved) }
    guard !isNonInterleaved else { throw SettingsProblem.unsupported("files can hold only interleaved PCM") }
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bitDepth) else {
      throw SettingsProblem.unsupported("there is no \(isFloat ? "floating-point" : "integer") PCM of \(bitDepth) bits")
    }
    let isSigned = try settings.boolean(AVLinearPCMIsSignedKey)
    guard isSigned == nil || isSigned == true || bitDepth == 8 else {
      throw SettingsProblem.unsupported("only samples of 8 bits can be unsigned")
    }
    return AudioSettings.PCM(bitDepth: bitDepth, isFloat: isFloat, isBigEndian: isBigEndian, isSigned: isSigned)
  }

  /// Refuses a bit rate, or a strategy for it, that the codec does not have.
  func refuseWhatTheCodecLacks(bitRate: Int?) throws {
    switch encoding.codec {
    case .pcm where bitRate != nil || encoding.bitRateStrategy != nil:
      throw SettingsProblem.unsupported("linear PCM does not support a bit rate")
    case .appleLossless where bitRate != nil || encoding.bitRateStrategy != nil,
      .flac where bitRate != nil || encoding.bitRateStrategy != nil:
      throw SettingsProblem.unsupported("lossless codecs do not support a bit rate")
    default: break
    }
  }
}
