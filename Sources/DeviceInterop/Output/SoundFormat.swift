/// The form of sound that a device accepts: interleaved 32-bit floats, full scale from -1 to 1.
///
/// The channels are in the order of WAVE files: front left, front right, front centre, low frequency, back left, back
/// right, and so on, as many as there are.
package struct SoundFormat: Sendable, Hashable {
  /// The number of frames in a second, in Hz: 1 to 384,000.
  package var sampleRate: Int
  /// The number of samples in a frame: 1 to 32.
  package var channelCount: Int

  package init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The sample rates that can be requested of every device; the next constant has the numbers of channels.
  static let sampleRates = 1...384_000
  static let channelCounts = 1...32

  /// Returns the time that frames take, in nanoseconds, rounded down. It is exact for as long as frames can be counted.
  package func nanoseconds(frames: Int64) -> Int64 {
    Int64(clamping: Int128(frames) * 1_000_000_000 / Int128(max(1, sampleRate)))
  }

  /// Returns the number of frames that fit into a time in nanoseconds, rounded down.
  package func frames(nanoseconds: Int64) -> Int64 {
    Int64(clamping: Int128(nanoseconds) * Int128(sampleRate) / 1_000_000_000)
  }
}
