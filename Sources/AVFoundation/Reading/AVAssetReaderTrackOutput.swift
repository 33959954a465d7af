import MediaEngine
import Synchronization

/// Vends the samples of one track: as stored, or decoded.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds constants, and state that a lock protects, to a Sendable class.

  /// The track that is read.
  public let track: AVAssetTrack
  /// The settings by which samples are decoded. It is `nil` for samples as stored (AR-30).
  public let outputSettings: [String: Any]?
  private let timePitchAlgorithm = Mutex(AVAudioTimePitchAlgorithm.spectral)

  /// An output of a track (AR-30, AR-31).
  ///
  /// - Parameter outputSettings: `nil` vends samples as stored, in decode order. Else they are decoded: video
  ///   to pixel buffers (`kCVPixelBufferPixelFormatTypeKey`, width and height, and `AVVideoColorPropertiesKey` for
  ///   colours that they are converted to), audio to linear PCM (`AVFormatIDKey` and the `AVLinearPCM…` keys, rate,
  ///   channels, layout). An empty dictionary vends the decoder's own format, which copies nothing.
  ///
  /// Stops the process for settings that the documentation forbids. With others that cannot be honoured here, reading
  /// does not start (AR-05).
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    self.outputSettings = outputSettings
    super.init(
      Source(tracks: [track], requested: ReaderOutputSettings.requested(outputSettings, for: track.mediaType)))
  }

  /// The algorithm for the pitch of sound that a composition shows at another speed (CO-44). The default is `.spectral`
  /// (AR-33). It has no effect on the tracks of files.
  ///
  /// Stops the process when it is set to another than `.spectral`, `.timeDomain` and `.varispeed`, or after reading
  /// started.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { timePitchAlgorithm.withLock { $0 } }
    set {
      requireNotStarted("audioTimePitchAlgorithm", .invalidArgument)
      if !newValue.isForReading {
        raise(.invalidArgument, "audioTimePitchAlgorithm cannot be \(newValue.rawValue) for reading")
      }
      timePitchAlgorithm.withLock { $0 = newValue }
    }
  }

  override var timeStretch: TimeStretchAlgorithm { TimeStretchAlgorithm(audioTimePitchAlgorithm) ?? .spectral }
}
