package import CoreAudioTypes
import MediaEngine

/// The limits of a format that sound is encoded to, for those who choose settings. No library is opened.
package struct AudioFormatLimits {
  /// It is `nil` for linear PCM, which has no limits.
  private let codec: AudioSettings.Codec?

  /// - Parameter format: a format that this build encodes, or linear PCM.
  package init(_ format: AudioFormatID) { codec = AudioSettings.Codec(format) }

  /// The bit rate of a channel in bits a second where the format has no reason for another.
  package static let usualBitRatePerChannel = AudioSettings.defaultBitRatePerChannel

  /// The largest number of channels.
  package var channels: Int { codec?.channelLimit ?? .max }

  /// Returns a source's sample rate in Hz where the format has it, else the next higher, else the highest.
  package func sampleRate(nearest rate: Double) -> Int {
    let rate = Int(min(rate.rounded(), Double(Int32.max)))
    return codec?.sampleRate(nearest: rate) ?? rate
  }

  /// Returns the highest bit rate of all channels in bits a second. It is `nil` for a format whose rate follows from the
  /// samples, and where only trying tells.
  package func largestBitRate(sampleRate: Int, channels: Int) -> Int? {
    codec?.largestBitRate(sampleRate: sampleRate, channelCount: channels)
  }
}
