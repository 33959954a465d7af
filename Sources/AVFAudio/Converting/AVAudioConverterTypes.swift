/// The treatment of the frames before the start and after the end of a converter's input, which the filter of a sample
/// rate conversion uses. `AVAudioConverterPrimeInfo` states their number.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// The input begins with the leading frames, which only the filter sees.
  case pre = 0
  /// Silence comes before the start, and the output is not late. This is the default.
  case normal = 1
  /// The output is late by the trailing frames, and needs nothing behind the end.
  case none = 2
}

/// The frames of input beyond the sound itself that a conversion looks at.
public struct AVAudioConverterPrimeInfo: Sendable, Hashable {
  /// The frames before the start.
  public var leadingFrames: AVAudioFrameCount
  /// The frames behind the end.
  public var trailingFrames: AVAudioFrameCount

  /// No frames.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    self.leadingFrames = leadingFrames
    self.trailingFrames = trailingFrames
  }
}

/// The answer of an input block about the buffer that it returns.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// The block returns a buffer.
  case haveData = 0
  /// The block has no buffer for now, and may have one later.
  case noDataNow = 1
  /// The block has no more buffers.
  case endOfStream = 2
}

/// The result of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The buffer is filled, or has the last of the sound.
  case haveData = 0
  /// There was not enough input to fill the buffer, which holds the part that could be made.
  case inputRanDry = 1
  /// The sound has ended, and the buffer is empty.
  case endOfStream = 2
  /// The conversion failed.
  case error = 3
}

/// A block that gives a converter the next part of its input.
///
/// It gets the number of packets that are needed (of linear PCM: frames), and may give more or less. The buffer that it returns
/// may be filled anew when it is called again. It is called on the thread that converts.
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
