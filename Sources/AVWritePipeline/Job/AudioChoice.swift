internal import AVFoundation

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

  /// How many channels the sound has.
  public enum Channels: Sendable, Hashable, Codable {
    case exactly(Int)
    /// The source's where those are fewer.
    case atMost(Int)
  }

  /// When nil, audio in the container's usual codec passes through, and other audio is encoded in that codec.
  public var codec: Codec?
  /// For the whole track.
  public var bitRate: BitRate?
  /// In hertz.
  public var sampleRate: Int?
  /// As many as the codec can have of the source's when nil.
  public var channels: Channels?
  /// Of linear PCM; when nil what keeps every bit of the source, in the container's byte order.
  public var pcmForm: PCMForm?

  /// The loudness of the whole track in LUFS (EBU R 128); when nil it stays as it is.
  public var loudness: Double?

  public init() {}

  /// Whether samples are wanted that may differ from the source's.
  var asksForEncoding: Bool {
    bitRate != nil || sampleRate != nil || channels != nil || pcmForm != nil || loudness != nil
  }

  /// The same for a source of so many channels, which may be no more than are wanted at most.
  func asksForEncoding(ofChannels count: Int) -> Bool {
    var choice = self
    if case .atMost(let limit) = channels, count <= limit { choice.channels = nil }
    return choice.asksForEncoding
  }
}

extension AudioChoice.Channels {
  /// How many become of a source's.
  ///
  /// - Parameter limit: as many as the codec can have.
  func count(of source: Int, atMost limit: Int) -> Int {
    switch self {
    case .exactly(let count): count
    case .atMost(let count): min(source, count, limit)
    }
  }
}

extension AudioChoice.Codec {
  /// What the writer is asked for; nil where nothing is encoded.
  var formatID: AudioFormatID? {
    switch self {
    case .aac: kAudioFormatMPEG4AAC
    case .mp3: kAudioFormatMPEGLayer3
    case .opus: kAudioFormatOpus
    case .vorbis: kAudioFormatVorbis
    case .ac3: kAudioFormatAC3
    case .eac3: kAudioFormatEnhancedAC3
    case .alac: kAudioFormatAppleLossless
    case .flac: kAudioFormatFLAC
    case .pcm: kAudioFormatLinearPCM
    case .copy, .none: nil
    }
  }
}
