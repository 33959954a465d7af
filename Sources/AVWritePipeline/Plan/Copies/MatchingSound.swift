internal import AVFoundation

/// The encoding of sound that follows that of a copied track.
struct MatchingSound {
  private let encoding: AudioEncoding

  /// - Parameters:
  ///   - track: the track that is copied.
  ///   - container: the container that its samples go to.
  /// - Throws: `EncodingRefusal` for sound that no encoder of this build can follow.
  init(_ track: TrackFacts, in container: Container) throws(EncodingRefusal) {
    guard let audio = track.audio, (1...2).contains(audio.channels) else {
      throw EncodingRefusal("only sound of one or two channels is encoded behind other sound")
    }
    let codec: AudioChoice.Codec
    switch track.codec {
    case "aac ": codec = .aac
    case "alac": codec = .alac
    default:
      throw EncodingRefusal("this build encodes no sound that could follow \(track.codec.withoutTrailingSpaces)")
    }
    let limits = AudioLimits(codec)
    let rate = limits.sampleRate(nearest: audio.sampleRate)
    guard container.isMovie, container.audioEncoders.contains(codec), Double(rate) == audio.sampleRate else {
      throw EncodingRefusal("this build encodes no \(codec.rawValue) of its rate for \(container.rawValue)")
    }
    let format: AudioEncoding.Format =
      codec == .alac
      ? .lossless(.alac, bits: audio.bitsPerChannel ?? 16)
      : .lossy(.aac, limits.bitRate(sampleRate: rate, channels: audio.channels))
    encoding = AudioEncoding(format: format, sampleRate: rate, channels: audio.channels)
  }

  /// The settings of a writer's input.
  var settings: [String: Any] { encoding.settings }
}
