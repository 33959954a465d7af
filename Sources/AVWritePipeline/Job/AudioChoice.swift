internal import AVFoundation

/// The settings of the audio tracks.
public struct AudioChoice: Sendable, Hashable, Codable {
  /// The codec that samples are encoded with.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case aac, mp3, opus, vorbis, ac3, eac3, alac, flac, pcm
    /// The encoded audio is copied as it is.
    case copy
    /// There are no audio tracks.
    case none
  }

  /// The number of channels of the sound.
  public enum Channels: Sendable, Hashable, Codable {
    case exactly(Int)
    /// At most this number: the source's number if that is smaller.
    case atMost(Int)
  }

  /// The codec. If it is nil, audio in the container's usual codec passes through, and other audio is encoded in that
  /// codec.
  public var codec: Codec?
  /// The bit rate of the whole track.
  public var bitRate: BitRate?
  /// The sample rate, in hertz.
  public var sampleRate: Int?
  /// The number of channels. If it is nil, it is the source's, as far as the codec can have so many.
  public var channels: Channels?
  /// The form of linear PCM. If it is nil, it is one that keeps every bit of the source, in the container's byte order.
  public var pcmForm: PCMForm?

  /// The loudness of the whole track, in LUFS (EBU R 128). It stays as it is when nil.
  public var loudness: Double?
  /// The change of the volume, after that of the loudness. It stays as it is when nil.
  public var volume: Decibels?

  public init() {}

  /// A Boolean value that says whether settings are given that may make samples differ from the source's.
  var asksForEncoding: Bool {
    bitRate != nil || sampleRate != nil || channels != nil || pcmForm != nil || loudness != nil || volume != nil
  }

  /// Returns `asksForEncoding` for a source of this many channels, where a limit that the source keeps does not count.
  func asksForEncoding(ofChannels count: Int) -> Bool {
    var choice = self
    if case .atMost(let limit) = channels, count <= limit { choice.channels = nil }
    return choice.asksForEncoding
  }
}

extension AudioChoice.Channels {
  /// Returns the number of channels for a source of some number.
  ///
  /// - Parameter limit: the largest number that the codec can have.
  func count(of source: Int, atMost limit: Int) -> Int {
    switch self {
    case .exactly(let count): count
    case .atMost(let count): min(source, count, limit)
    }
  }
}

extension AudioChoice.Codec {
  /// The format that the writer encodes to, or nil if nothing is encoded.
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
