/// The treatment of the frames before the start of a converter's input and behind its end, which the filter of a conversion of
/// rates looks at. `AVAudioConverterPrimeInfo` says how many they are.
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
  /// It returns one.
  case haveData = 0
  /// There is none for now, and there may be later.
  case noDataNow = 1
  /// There is none any more.
  case endOfStream = 2
}

/// The result of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The buffer is filled, or has the last of the sound.
  case haveData = 0
  /// There was not input enough to fill the buffer, which has what could be made.
  case inputRanDry = 1
  /// The sound has ended, and the buffer is empty.
  case endOfStream = 2
  /// It failed.
  case error = 3
}

/// Gives a converter the sound that follows what it gave before.
///
/// It gets the number of packets that are needed (of linear PCM: frames), and may give more or less. The buffer that it returns
/// may be filled anew when it is called again. It is called on the thread that converts.
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
