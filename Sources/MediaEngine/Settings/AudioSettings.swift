/// The settings by which an audio track is encoded: settings dictionaries after parsing, by the usual names.
///
/// `nil` leaves the choice to the source or the encoder.
package struct AudioSettings: Sendable, Equatable {
  package enum Codec: Sendable, Equatable {
    case aac
    case mp3
    case opus
    case vorbis
    case ac3
    case enhancedAC3
    /// Without loss: 16 or 24 bits a sample; `nil` keeps the source's.
    case appleLossless(bitDepth: Int?)
    case flac(bitDepth: Int?)
    case pcm(PCM)
  }

  /// The form of linear PCM in the file.
  package struct PCM: Sendable, Equatable {
    package var bitDepth: Int
    package var isFloat: Bool
    package var isBigEndian: Bool
    /// A Boolean value that says whether integers are signed.
    package var isSigned: Bool

    /// - Parameter isSigned: a Boolean value that says whether integers are signed; `nil` for the usual form: samples
    ///   of 8 bits are unsigned, and all others signed.
    package init(bitDepth: Int, isFloat: Bool, isBigEndian: Bool, isSigned: Bool? = nil) {
      self.bitDepth = bitDepth
      self.isFloat = isFloat
      self.isBigEndian = isBigEndian
      self.isSigned = isSigned ?? (bitDepth > 8)
    }
  }

  package enum BitRateStrategy: Sendable, Equatable { case constant, longTermAverage, variableConstrained, variable }

  package var codec: Codec
  package var sampleRate: Int?
  package var channelCount: Int?
  /// Speakers in WAVEFORMATEXTENSIBLE's bit order; `nil` for the usual ones of the channel count.
  package var channelMask: UInt64?
  /// The bit rate in bits a second for all channels together; `nil` for 64 kb/s a channel with AAC and MP3, and for the
  /// encoder's own choice with other codecs.
  package var bitRate: Int?
  package var bitRateStrategy: BitRateStrategy?
  /// The quality for a variable bit rate, 0 (worst) to 1 (best).
  package var variableQuality: Double?

  /// The greatest number of channels. As many as containers' 16-bit fields hold would take absurd memory; no layout
  /// names more than these.
  package static let mostChannels = 64

  /// The highest sample rate, in Hz: more than any format defines; the number must fit the 32-bit fields of containers.
  package static let highestSampleRate = 768_000.0

  /// The bit rate of a channel in bits a second: transparent for most material with the encoders of AAC and MP3, and as
  /// in other programs of the kind.
  package static let defaultBitRatePerChannel = 64_000

  package init(codec: Codec) { self.codec = codec }
}
