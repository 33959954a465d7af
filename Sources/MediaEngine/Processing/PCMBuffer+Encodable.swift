import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

extension PCMBuffer {
  /// Throws if there are invalid samples, which no encoder can encode.
  ///
  /// - Parameter start: the time of the first sample. It is `nil` if it is not known.
  /// - Throws: `MediaError(.damagedMedia)` at the time of the first invalid sample.
  func requireEncodable(at start: CMTime? = nil) throws(MediaError) {
    guard let samples = unencodableSamples else { return }
    let rate = TimeBase(ticksPerSecond: Int32(clamping: format.sampleRate))
    throw MediaError(
      .damagedMedia, .encoding, "a sample of the sound is not a number, or more than 96 dB above full scale",
      time: start.map { $0 + rate.time(Int64(samples.lowerBound)) })
  }
}
