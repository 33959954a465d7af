import CoreMedia
import MediaInterop

/// Decides how much sound before a position is decoded and dropped, so that the sound behind it is the same as if
/// decoding had begun at the start.
///
/// Decoders carry state from packet to packet: half a block of AAC and Vorbis, the bit reservoir of MP3 (511 bytes,
/// which in small frames is half a second), predictions of Opus and of speech codings. Only the state of AAC's noise
/// generator never converges: bands that are coded as noise (ISO 14496-3, 4.6.13) sound the same but have other
/// samples.
struct DecoderRunUp {
  private let duration: CMTime

  /// The run-up of most codings: more than any of them needs, except Opus. It costs some milliseconds.
  private static let usual = CMTime(value: 1, timescale: 1)
  /// The run-up of Opus. The loudness of bands is predicted from frame to frame until a frame is coded without
  /// prediction (RFC 6716, 4.3.2.1): in speech, up to 1.3 seconds were measured before all samples were the same.
  private static let longest = CMTime(value: 5, timescale: 1)

  /// - Parameter codecs: the codings of a track. The run-up is as long as any of them needs it.
  init(for codecs: [CodecID]) { duration = codecs.map { Self.duration(for: $0) }.max() ?? .zero }

  private static func duration(for codec: CodecID) -> CMTime {
    switch codec {
    // Times of Vorbis are exact only when they are counted from block to block: see `AudioStage`.
    case .vorbis: .positiveInfinity
    case .opus: longest
    case .flac, .alac: .zero
    default: codec.isPCM ? .zero : usual
    }
  }

  /// Returns the time at which decoding begins for a range; zero is the start of the track.
  func start(of range: CMTimeRange) -> CMTime {
    guard duration.isNumeric, range.start > duration else { return .zero }
    return range.start - duration
  }
}
