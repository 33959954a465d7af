/// A reference to the bytes of one or more interleaved channels. It does not own them.
public struct AudioBuffer: @unchecked Sendable {
  // Sendable: the bytes' owner is responsible for the access to them, as with Apple's, which C imports.

  /// The number of channels that are interleaved in the buffer.
  public var mNumberChannels: UInt32
  /// The number of bytes at `mData`.
  public var mDataByteSize: UInt32
  public var mData: UnsafeMutableRawPointer?

  public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }
}

/// The head of a list of buffers, and the first of them.
///
/// As in C, a list of more than one buffer is a larger block of memory that begins with this structure: the
/// second buffer follows the first. `UnsafeMutableAudioBufferListPointer` allocates and walks such lists.
/// The layout is C's: the count, four bytes of padding, then the buffers of 16 bytes each.
public struct AudioBufferList: @unchecked Sendable {
  public var mNumberBuffers: UInt32
  public var mBuffers: AudioBuffer

  public init() { self.init(mNumberBuffers: 0, mBuffers: .init()) }

  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }
}
