import Bitstreams
import MediaInterop
import MovieFile
import MediaSupport

/// The agreement of a movie's decoder configuration with the movie's other statements: the sample entry also states the
/// size, or the rate and the channels, and the first packet names the parameter sets.
///
/// A configuration with a wrong bit contradicts one of them, or does not end where its unit does. If all agree, no
/// decoder is needed to check the configuration; to load its library takes longer than to copy a short movie. A
/// disagreement proves nothing: then a decoder checks.
struct ConfigurationAgreement {
  /// The agreement in one coding. It is `nil` for a coding without a configuration, in which every packet describes
  /// itself.
  private let coding: (any CodingAgreement)?

  /// Compares the configuration of a movie's track with its sample entry.
  ///
  /// - Returns: `nil` if they do not agree, and for codings whose configurations are not fully parsed here.
  init?(of track: Track, _ parameters: CodecParameters) {
    guard track.sampleEntries.count == 1, let entry = track.sampleEntries.first else { return nil }
    let agreement: (any CodingAgreement)?
    switch (parameters.codec, entry.fields) {
    case (.h264, .video(let fields)): agreement = H264Agreement(of: parameters.extradata, in: fields)
    case (.hevc, .video(let fields)): agreement = HEVCAgreement(of: parameters.extradata, in: fields)
    case (.aac, .audio(let fields)):
      agreement = AACAgreement(of: parameters.extradata, in: fields, statesChannels: track.isQuickTime)
    case (let codec, _) where parameters.extradata.isEmpty && Self.unconfigured.contains(codec),
      (let codec, _) where codec.isPCM && Self.channels.contains(parameters.layout.count):
      coding = nil
      return
    default: return nil
    }
    guard let agreement else { return nil }
    coding = agreement
  }

  /// The codings that have no configuration.
  private static let unconfigured: Set<CodecID> = [.prores, .mjpeg, .mp3, .ac3, .eac3]
  /// The numbers of channels that any decoder of linear PCM accepts.
  private static let channels = 1...16

  /// Returns whether a packet can be decoded with the configuration.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool { coding?.holds(for: packet) ?? true }
}

/// A configuration that agrees with its sample entry.
protocol CodingAgreement {
  /// Returns whether a packet at which decoding can begin also agrees with the configuration.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool
}
