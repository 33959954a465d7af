// Keys and values of audio settings dictionaries, with Apple's names and raw values.

/// The codec, an `AudioFormatID`. Encoded here: `kAudioFormatMPEG4AAC`, `kAudioFormatMPEGLayer3`, `kAudioFormatOpus`,
/// `kAudioFormatVorbis`, `kAudioFormatAC3`, `kAudioFormatEnhancedAC3`, `kAudioFormatAppleLossless`, `kAudioFormatFLAC`, `kAudioFormatLinearPCM`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The type of a sound file, an `AudioFileTypeID`. For `AVAudioFile` alone.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
/// Samples a second, a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// How many channels, a number.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The speakers: the bytes of an `AudioChannelLayout` as `Data`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// 8, 16, 24 or 32 bits, or 64 for floating point.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// A Boolean.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// A Boolean.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// A Boolean: one buffer for each channel.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Bits a second of all channels together, a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits a second of one channel, a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// One of `AVAudioBitRateStrategy_…`.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// An `AVAudioQuality`: how hard the encoder tries.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// An `AVAudioQuality`: the quality of variable bit rate.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// Bits a sample of the source, 8 to 32.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// One of `AVSampleRateConverterAlgorithm_…`.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// Not for writing (WI-12).
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// Every packet the same bits.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate on average.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// Variable with an upper bound.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// As many bits as the quality needs.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The usual algorithm.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best algorithm.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// With minimum phase.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// How hard an encoder or a converter tries.
public enum AVAudioQuality: Int, Sendable {
  case min = 0
  case low = 0x20
  case medium = 0x40
  case high = 0x60
  case max = 0x7F
}
