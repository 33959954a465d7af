import Bitstreams
import MediaInterop
import MovieFile
import MediaSupport

/// The agreement of a movie's decoder configuration with the statements that stand beside it: the sample entry says
/// the size or the rate and the channels too, and the first packet names the parameter sets.
///
/// A configuration with a wrong bit contradicts one of them, or does not end where its unit does. Where all agree,
/// nobody has to ask a decoder, whose library takes longer to load than a short movie to copy. That they do not agree
/// proves nothing: the decoder is asked.
struct ConfigurationAgreement {
  /// The agreement in one coding. It is `nil` for a coding without a configuration: every packet says what it is.
  private let coding: (any CodingAgreement)?

  /// Compares the configuration of a movie's track with its sample entry.
  ///
  /// - Returns: `nil` where they do not agree, and for codings whose configurations are not read whole here.
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
  /// The numbers of channels that any decoder of linear PCM takes.
  private static let channels = 1...16

  /// Returns whether a packet can be decoded by the configuration.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool { coding?.holds(for: packet) ?? true }
}

/// A configuration that agrees with its sample entry.
protocol CodingAgreement {
  /// Returns whether a packet that decoding can begin with agrees with the configuration, too.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool
}
