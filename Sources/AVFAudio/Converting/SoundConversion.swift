/// A conversion at work: it is given buffers, and its results are taken. One thread at a time.
protocol SoundConversion: AnyObject {
  /// The packets of input that filling a buffer takes, as far as that is known: at least 1.
  func wantedPackets(for buffer: AVAudioBuffer) -> AVAudioPacketCount

  /// Takes a buffer of the input's format, which is not kept.
  ///
  /// - Returns: false for one that holds nothing.
  /// - Throws: `MediaError`.
  func give(_ buffer: AVAudioBuffer) throws -> Bool

  /// The input has ended.
  ///
  /// - Throws: `MediaError`.
  func finish() throws

  /// Moves the results to the end of a buffer of the output's format.
  ///
  /// - Returns: whether the buffer has no more room.
  /// - Throws: `MediaError`.
  func take(into buffer: AVAudioBuffer) throws -> Bool
}
