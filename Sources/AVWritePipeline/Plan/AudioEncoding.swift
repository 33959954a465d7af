/// How an audio track will be encoded.
public struct AudioEncoding: Sendable, Hashable {
  /// A codec that gives less than it takes.
  public enum LossyCodec: String, Sendable, Hashable, CaseIterable {
    case aac, mp3, opus, vorbis, ac3, eac3
  }

  /// A codec that gives back what it takes.
  public enum LosslessCodec: String, Sendable, Hashable, CaseIterable {
    case alac, flac
  }

  /// The codec and what it takes to choose it.
  public enum Format: Sendable, Hashable {
    case lossy(LossyCodec, BitRate)
    case lossless(LosslessCodec, bits: Int)
    /// Interleaved.
    case pcm(PCMForm)
  }

  public var format: Format
  /// In hertz.
  public var sampleRate: Int
  public var channels: Int
  /// The loudness that the track is brought to, in LUFS; nil where it stays as it is.
  public var loudness: Double?
}

extension AudioEncoding.Format {
  /// Samples of one channel in a packet: their codec's frame, and for Vorbis and FLAC the encoder's usual block.
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

  /// The depth that is kept of each sample; nil where that has no meaning.
  var bits: Int? {
    switch self {
    case .lossy: nil
    case .lossless(_, let bits): bits
    case .pcm(let form): form.bits
    }
  }
}
