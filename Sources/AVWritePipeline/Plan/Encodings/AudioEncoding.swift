/// The encoding of an audio track.
public struct AudioEncoding: Sendable, Hashable {
  /// A codec that loses some of what is encoded.
  public enum LossyCodec: String, Sendable, Hashable, CaseIterable {
    case aac, mp3, opus, vorbis, ac3, eac3
  }

  /// A codec that loses nothing of what is encoded.
  public enum LosslessCodec: String, Sendable, Hashable, CaseIterable {
    case alac, flac
  }

  /// The codec, with the bit rate, the depth or the form that belongs to it.
  public enum Format: Sendable, Hashable {
    case lossy(LossyCodec, BitRate)
    case lossless(LosslessCodec, bits: Int)
    /// Interleaved linear PCM.
    case pcm(PCMForm)
  }

  public var format: Format
  /// The sample rate, in hertz.
  public var sampleRate: Int
  public var channels: Int
  /// The loudness that the track is brought to, in LUFS, or nil if it stays as it is.
  public var loudness: Double?
  /// The change of the volume, which is applied after that of the loudness, or nil if there is none.
  public var volume: Decibels?
  /// The fades at the ends of the output, which are applied last, or nil if there are none.
  public var fades: Fades?
  /// A Boolean value that says whether another machine has encoded the sound already (`StoredSound`).
  var isStored = false
}

extension AudioEncoding.Format {
  /// The samples of one channel in a packet: the codec's frame, or for Vorbis and FLAC the encoder's usual block.
  var samplesPerPacket: Int {
    switch self {
    case .lossy(.aac, _), .lossy(.vorbis, _): 1024
    case .lossy(.mp3, _): 1152
    case .lossy(.opus, _): 960
    case .lossy(.ac3, _), .lossy(.eac3, _): 1536
    case .lossless: 4096
    case .pcm: 1
    }
  }

  var codec: AudioChoice.Codec {
    switch self {
    case .lossy(let codec, _): AudioChoice.Codec(rawValue: codec.rawValue) ?? .none
    case .lossless(let codec, _): AudioChoice.Codec(rawValue: codec.rawValue) ?? .none
    case .pcm: .pcm
    }
  }

  var name: String { codec.rawValue }

  /// The number of bits that are kept of each sample, or nil for lossy codecs, where it has no meaning.
  var bits: Int? {
    switch self {
    case .lossy: nil
    case .lossless(_, let bits): bits
    case .pcm(let form): form.bits
    }
  }
}
