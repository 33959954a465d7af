// Keys and values of audio settings dictionaries, with Apple's names and raw values.

/// The codec, an `AudioFormatID`. Encoded here: `kAudioFormatMPEG4AAC`, `kAudioFormatMPEGLayer3`, `kAudioFormatOpus`,
/// `kAudioFormatVorbis`, `kAudioFormatAC3`, `kAudioFormatEnhancedAC3`, `kAudioFormatAppleLossless`, `kAudioFormatFLAC`,
/// `kAudioFormatLinearPCM`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The type of a sound file, an `AudioFileTypeID`. For `AVAudioFile` alone.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
/// The sample rate in Hz, a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels, a number.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The speakers: the bytes of an `AudioChannelLayout` as `Data`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The number of bits of a sample: 8, 16, 24 or 32, or 64 for floating point.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// A Boolean.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// A Boolean.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// A Boolean value that says whether each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The bit rate of all channels together, in bits a second, a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of one channel, in bits a second, a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The strategy of the bit rate, one of `AVAudioBitRateStrategy_…`.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The effort that the encoder makes, an `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// The quality of variable bit rate, an `AVAudioQuality`.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// The number of bits of the source's samples, 8 to 32.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The algorithm of the sample rate converter, one of `AVSampleRateConverterAlgorithm_…`.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The quality of the sample rate converter. Not for writing (WI-12).
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// A constant bit rate: every packet has the same number of bits.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// A bit rate that is kept on average.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A variable bit rate with an upper bound.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// A variable bit rate: as many bits as the quality needs.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The usual algorithm.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best algorithm.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The algorithm with minimum phase.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// The quality of an encoder or a converter: the effort that it makes.
public enum AVAudioQuality: Int, Sendable {
  case min = 0
  case low = 0x20
  case medium = 0x40
  case high = 0x60
  case max = 0x7F
}
