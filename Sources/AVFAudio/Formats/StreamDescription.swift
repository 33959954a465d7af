internal import CoreAudioTypes

extension AudioStreamBasicDescription {
  var isLinearPCM: Bool { mFormatID == kAudioFormatLinearPCM }

  func has(_ flag: AudioFormatFlags) -> Bool { mFormatFlags & flag != 0 }

  /// The number of channels in one buffer.
  var channelsPerBuffer: UInt32 { isNonInterleavedPCM ? 1 : mChannelsPerFrame }

  /// The number of buffers that hold a stretch of the sound.
  var bufferCount: UInt32 { isNonInterleavedPCM ? mChannelsPerFrame : 1 }

  /// The number of bytes of a channel's sample in linear PCM, including padding. It is `nil` if a frame cannot be
  /// divided evenly.
  var bytesPerSample: UInt32? {
    let channels = channelsPerBuffer
    guard isLinearPCM, channels > 0, mBytesPerFrame > 0, mBytesPerFrame % channels == 0 else { return nil }
    return mBytesPerFrame / channels
  }

  /// A Boolean value that says whether samples fill their bytes, so that neither alignment nor packing has any effect.
  var isFilled: Bool { bytesPerSample.map { UInt64($0) * 8 == UInt64(mBitsPerChannel) } ?? false }

  var isNativeEndian: Bool { mFormatFlags & kAudioFormatFlagIsBigEndian == kAudioFormatFlagsNativeEndian }

  /// The common format of the samples.
  var commonFormat: AVAudioCommonFormat {
    let isFixedPoint = mFormatFlags & kLinearPCMFormatFlagsSampleFractionMask != 0
    guard isFilled, isNativeEndian, mFramesPerPacket == 1, mBytesPerPacket == mBytesPerFrame, !isFixedPoint else {
      return .otherFormat
    }
    let isFloat = has(kAudioFormatFlagIsFloat)
    guard isFloat || has(kAudioFormatFlagIsSignedInteger) else { return .otherFormat }
    return AVAudioCommonFormat.all.first { $0.isFloat == isFloat && $0.sampleSize == bytesPerSample } ?? .otherFormat
  }

  /// The description of a common format. The size of a frame is 0 where 32 bits cannot count its bytes.
  init(_ format: AVAudioCommonFormat, sampleRate: Double, channels: UInt32, isInterleaved: Bool) {
    self.init(
      sampleRate: sampleRate, sampleSize: format.sampleSize ?? 0, channels: channels,
      flags: (format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        | kAudioFormatFlagsNativeEndian | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved))
  }

  /// Linear PCM of samples that fill their bytes.
  init(sampleRate: Double, sampleSize: UInt32, channels: UInt32, flags: AudioFormatFlags) {
    let channelsPerBuffer = flags & kAudioFormatFlagIsNonInterleaved != 0 ? 1 : channels
    let (size, overflows) = sampleSize.multipliedReportingOverflow(by: channelsPerBuffer)
    let bytesPerFrame = overflows ? 0 : size
    self.init(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
      mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame, mChannelsPerFrame: channels,
      mBitsPerChannel: sampleSize * 8, mReserved: 0)
  }
}

extension AudioStreamBasicDescription {
  /// The same description without the parts that mean nothing in it, so that equal formats have equal fields.
  var significant: AudioStreamBasicDescription {
    var description = self
    description.mReserved = 0
    description.mFormatFlags &= ~kAudioFormatFlagsAreAllClear
    guard isLinearPCM else { return description }
    if mChannelsPerFrame == 1 { description.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved }
    if isFilled { description.mFormatFlags &= ~(kAudioFormatFlagIsPacked | kAudioFormatFlagIsAlignedHigh) }
    if has(kAudioFormatFlagIsFloat) { description.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger }
    return description
  }

  /// Compressed sound, with packets as the codec's definition says. Sizes that differ between packets are 0.
  init(_ format: AudioFormatID, sampleRate: Double, channels: UInt32) {
    self.init()
    mSampleRate = sampleRate
    mFormatID = format
    mChannelsPerFrame = channels
    switch format {
    case kAudioFormatMPEG4AAC: mFramesPerPacket = 1024
    case kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2: mFramesPerPacket = 2048
    case kAudioFormatMPEG4AAC_LD, kAudioFormatMPEG4AAC_ELD: mFramesPerPacket = 512
    case kAudioFormatAppleLossless: mFramesPerPacket = 4096
    case kAudioFormatMPEGLayer1: mFramesPerPacket = 384
    case kAudioFormatMPEGLayer2: mFramesPerPacket = 1152
    // MPEG-2 and 2.5, which are for the rates below MPEG-1's, have one granule in a frame.
    case kAudioFormatMPEGLayer3: mFramesPerPacket = sampleRate < 32_000 ? 576 : 1152
    case kAudioFormatAC3, kAudioFormatEnhancedAC3: mFramesPerPacket = 1536
    case kAudioFormatULaw, kAudioFormatALaw:
      mBitsPerChannel = 8
      mFramesPerPacket = 1
      mBytesPerFrame = channels
      mBytesPerPacket = channels
    default: break
    }
  }
}
