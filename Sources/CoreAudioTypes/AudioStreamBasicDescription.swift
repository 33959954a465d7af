/// The format of an audio stream; fields that do not apply, or vary, are zero.
public struct AudioStreamBasicDescription: Sendable, Hashable {
  /// The number of frames a second; 0 only where no rate applies.
  public var mSampleRate: Double
  public var mFormatID: AudioFormatID
  public var mFormatFlags: AudioFormatFlags
  /// The number of bytes in a packet; 0 when packets differ in size.
  public var mBytesPerPacket: UInt32
  /// The number of frames in a packet: 1 for linear PCM, 0 when packets differ.
  public var mFramesPerPacket: UInt32
  /// The number of bytes of a frame in one buffer (of one channel when not interleaved); 0 for compressed audio.
  public var mBytesPerFrame: UInt32
  public var mChannelsPerFrame: UInt32
  /// The number of bits in a sample; 0 for compressed audio.
  public var mBitsPerChannel: UInt32
  /// Pads the structure to eight bytes; always 0.
  public var mReserved: UInt32

  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}

extension AudioStreamBasicDescription {
  /// A Boolean value that says whether this is linear PCM with each channel in a separate buffer.
  package var isNonInterleavedPCM: Bool {
    mFormatID == kAudioFormatLinearPCM && mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
  }
}
