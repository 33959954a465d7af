import CoreAudioTypes
import CoreMedia
import MediaSupport

extension TimeBase {
  /// QuickTime's traditional time scale: a multiple of the common whole-number frame rates of film and television.
  private static let traditionalTimeScale: Int64 = 600

  /// Returns the unit of a track's media times: the configured one, the sampling rate of audio, or one in which the
  /// samples' own times and whole frame rates are exact.
  ///
  /// - Parameter timeScale: the configured time scale; 0 for none.
  static func media(timeScale: Int32, of sample: CMSampleBuffer) -> TimeBase {
    if timeScale > 0 { return TimeBase(ticksPerSecond: timeScale) }
    if let unit = sample.formatDescription.flatMap(sound) { return unit }
    let own = Int64(max(1, sample.presentationTimeStamp.timescale))
    let common = own / greatestCommonDivisor(own, traditionalTimeScale) * traditionalTimeScale
    return TimeBase(ticksPerSecond: Int32(exactly: common) ?? Int32(own))
  }

  /// Returns the unit in which stored sound is counted: a sample of a channel. It is `nil` for other media, and for
  /// sound without a sampling rate.
  static func sound(_ format: CMFormatDescription) -> TimeBase? {
    guard let sound = format.audioStreamBasicDescription, sound.mSampleRate >= 1, sound.mSampleRate <= 0x7fff_ffff
    else { return nil }
    // Readers count the trimmed samples of AAC with spectral band replication in samples of the core.
    let hasReplication = [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2].contains(sound.mFormatID)
    return TimeBase(ticksPerSecond: Int32(sound.mSampleRate) / (hasReplication ? 2 : 1))
  }
}
