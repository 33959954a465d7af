import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Vends the sound of several tracks as one: linear PCM (AR-40 to AR-42, MX-20 to MX-24).
public final class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds constants, and state that a lock protects, to a Sendable class.

  /// The tracks that are mixed.
  public let audioTracks: [AVAssetTrack]
  /// The settings of the mixed sound. It is `nil` for a format that follows from the tracks (AR-41).
  public let audioSettings: [String: Any]?
  private let request: AudioRequest

  private struct Mix {
    var audioMix: AVAudioMix?
    var timePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
  }

  private let mix = Mutex(Mix())

  /// An output of tracks of sound (AR-40).
  ///
  /// - Parameter audioSettings: the form of the sound: `AVFormatIDKey` for linear PCM and the `AVLinearPCM…` keys, rate,
  ///   channels and layout. What it leaves open, and all with `nil`, is the tracks' highest rate, the most channels, and
  ///   floats of 32 bits (AR-41).
  ///
  /// Stops the process without tracks, for tracks that are not sound or not of one asset, and for settings that the
  /// documentation forbids. With others that cannot be honoured here, reading does not start (AR-05).
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    if let problem = Self.problem(with: audioTracks) { raise(.invalidArgument, problem) }
    self.audioTracks = audioTracks
    self.audioSettings = audioSettings
    let requested = ReaderOutputSettings.requested(audioSettings ?? [:], for: .audio)
    if case .success(.audio(let request)) = requested { self.request = request } else { request = AudioRequest() }
    super.init(Source(tracks: audioTracks, requested: requested))
  }

  /// Returns the reason why tracks cannot be mixed, or `nil` if they can.
  private static func problem(with tracks: [AVAssetTrack]) -> String? {
    guard let first = tracks.first else { return "there are no tracks to mix" }
    if let other = tracks.first(where: { $0.mediaType != .audio }) {
      return "only tracks of sound are mixed; track \(other.trackID) is \(other.mediaType.rawValue)"
    }
    return tracks.allSatisfy { $0.asset === first.asset } ? nil : "the tracks are not all of one asset"
  }

  /// The volumes and the processing of the tracks. It is `nil`, where all are mixed as they are, unless it is set (AR-42).
  /// The output keeps a copy.
  ///
  /// Stops the process when it is set after reading started, with parameters for a track that the output does not mix,
  /// and with a pitch algorithm that is not for reading.
  public var audioMix: AVAudioMix? {
    get { mix.withLock { $0.audioMix } }
    set {
      requireNotStarted("audioMix", .invalidArgument)
      for parameters in newValue?.inputParameters ?? [] {
        if !audioTracks.contains(where: { $0.trackID == parameters.trackID }) {
          raise(.invalidArgument, "the audio mix has parameters for track \(parameters.trackID), which is not mixed")
        }
        if let algorithm = parameters.audioTimePitchAlgorithm, !algorithm.isForReading {
          raise(.invalidArgument, "audioTimePitchAlgorithm cannot be \(algorithm.rawValue) for reading")
        }
      }
      let copy = newValue?.copy() as? AVAudioMix
      mix.withLock { $0.audioMix = copy }
    }
  }

  /// The algorithm for the pitch of sound that is shown at another speed. The default is `.spectral` (AR-42). The
  /// parameters of a track may name another.
  ///
  /// Stops the process when it is set to another than `.spectral`, `.timeDomain` and `.varispeed`, or after reading
  /// started.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { mix.withLock { $0.timePitchAlgorithm } }
    set {
      requireNotStarted("audioTimePitchAlgorithm", .invalidArgument)
      if !newValue.isForReading {
        raise(.invalidArgument, "audioTimePitchAlgorithm cannot be \(newValue.rawValue) for reading")
      }
      mix.withLock { $0.timePitchAlgorithm = newValue }
    }
  }

  override func open(in session: any AssetSession, timeRange: CMTimeRange) throws -> any SampleReader {
    let mix = mix.withLock { $0 }
    let inputs = audioTracks.map { track in
      var input = MixedSound.Input(track.information)
      let values = mix.audioMix?.inputParameters.last { $0.trackID == track.trackID }?.values.withLock { $0 }
      input.treatment = values?.treatment ?? SoundTreatment()
      input.timeStretch = TimeStretchAlgorithm(values?.timePitchAlgorithm ?? mix.timePitchAlgorithm) ?? .spectral
      return input
    }
    return try MixedSound(
      session, inputs, as: request, timeRange: timeRange, isRandomAccess: supportsRandomAccess)
  }
}
