/// The offset and size of one packet in a buffer of compressed audio.
public struct AudioStreamPacketDescription: Sendable, Hashable {
  /// The number of bytes from the buffer's start to the packet.
  public var mStartOffset: Int64
  /// The number of frames in the packet where it varies; 0 when the format has it.
  public var mVariableFramesInPacket: UInt32
  public var mDataByteSize: UInt32

  public init() { self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0) }

  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}
