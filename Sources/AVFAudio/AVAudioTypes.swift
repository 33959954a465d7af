/// A number of frames: one sample of each channel is a frame.
public typealias AVAudioFrameCount = UInt32
/// A place in sound, in frames from its start; negative before it.
public typealias AVAudioFramePosition = Int64
/// A number of packets of compressed sound.
public typealias AVAudioPacketCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
