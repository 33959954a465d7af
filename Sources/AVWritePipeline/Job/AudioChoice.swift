/// What is wanted of the audio tracks.
public struct AudioChoice: Sendable, Hashable, Codable {
  /// What the samples are encoded as.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case aac, mp3, opus, vorbis, ac3, eac3, alac, flac, pcm
    /// The encoded audio as it is.
    case copy
    /// No audio tracks.
    case none
  }

  /// When nil, audio in the container's usual codec passes through, and other audio is encoded in that codec.
  public var codec: Codec?
  /// For the whole track.
  public var bitRate: BitRate?
  /// In hertz.
  public var sampleRate: Int?
  public var channels: Int?
  /// Of linear PCM; when nil what keeps every bit of the source, in the container's byte order.
  public var pcmForm: PCMForm?

  /// The loudness of the whole track in LUFS (EBU R 128); when nil it stays as it is.
  public var loudness: Double?

  public init() {}

  /// Whether samples are wanted that differ from the source's.
  var asksForEncoding: Bool {
    bitRate != nil || sampleRate != nil || channels != nil || pcmForm != nil || loudness != nil
  }
}
