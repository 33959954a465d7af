/// Details of a format that its identifier leaves open; the bits' meaning depends on the format.
public typealias AudioFormatFlags = UInt32

/// Samples are IEEE floating point; otherwise integers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// Samples are big-endian; otherwise little-endian.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Integer samples are signed; only meaningful without `kAudioFormatFlagIsFloat`.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// The sample's bits fill its bytes; otherwise they are aligned high or low.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// The sample's bits are in the high bits of its bytes; only meaningful when not packed.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a separate buffer, and the sizes of a frame and a packet are those of one channel.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
/// All flags are off; used where zero would mean "any".
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000

public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
public let kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved
public let kLinearPCMFormatFlagIsNonMixable = kAudioFormatFlagIsNonMixable
public let kLinearPCMFormatFlagsAreAllClear = kAudioFormatFlagsAreAllClear
/// The shift of the field in the flags that holds the number of fraction bits of fixed-point samples.
public let kLinearPCMFormatFlagsSampleFractionShift: AudioFormatFlags = 7
public let kLinearPCMFormatFlagsSampleFractionMask: AudioFormatFlags = 0x3F << 7

/// Bit depths of the source of Apple Lossless data.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1
public let kAppleLosslessFormatFlag_20BitSourceData: AudioFormatFlags = 2
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3
public let kAppleLosslessFormatFlag_32BitSourceData: AudioFormatFlags = 4

#if _endian(big)
  public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
#else
  public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
#endif
/// Packed native floats, Apple's canonical format.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
  kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked
public let kAudioFormatFlagsCanonical = kAudioFormatFlagsNativeFloatPacked
public let kAudioFormatFlagsAudioUnitCanonical: AudioFormatFlags =
  kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved
