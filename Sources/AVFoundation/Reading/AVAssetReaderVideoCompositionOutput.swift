import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Vends the pictures of several tracks as one track of composed pictures (AR-50, AR-51, VC-01).
public final class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds constants, and state that a lock protects, to a Sendable class.

  /// The tracks whose pictures are composed.
  public let videoTracks: [AVAssetTrack]
  /// The settings of the composed pictures. It is `nil` for a format that follows from the tracks (VC-32).
  public let videoSettings: [String: Any]?
  private let request: PictureRequest
  private let compositing = Mutex<VideoCompositing?>(nil)

  /// An output of video tracks (AR-50).
  ///
  /// - Parameter videoSettings: the form of the composed pictures: `kCVPixelBufferPixelFormatTypeKey`, a width and height
  ///   that they are scaled to, and `AVVideoColorPropertiesKey` for colours that they are converted to.
  ///
  /// Stops the process without tracks, for tracks that are not video or not of one asset, and for settings that the
  /// documentation forbids. With others that cannot be honoured here, reading does not start (AR-05).
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    if let problem = Self.problem(with: videoTracks) { raise(.invalidArgument, problem) }
    self.videoTracks = videoTracks
    self.videoSettings = videoSettings
    let requested = ReaderOutputSettings.requested(videoSettings ?? [:], for: .video)
    if case .success(.pictures(let request)) = requested { self.request = request } else { request = PictureRequest() }
    super.init(Source(tracks: videoTracks, requested: requested))
  }

  /// Returns the reason why tracks cannot be composed, or `nil` if they can.
  private static func problem(with tracks: [AVAssetTrack]) -> String? {
    guard let first = tracks.first else { return "there are no tracks to compose" }
    if let other = tracks.first(where: { $0.mediaType != .video }) {
      return "only tracks of video are composed; track \(other.trackID) is \(other.mediaType.rawValue)"
    }
    return tracks.allSatisfy { $0.asset === first.asset } ? nil : "the tracks are not all of one asset"
  }

  /// The composition. The output keeps a copy. Reading fails with `AVError.invalidVideoComposition` where none is set,
  /// and where it does not say what is to be shown in the time that is read (VC-46).
  ///
  /// Stops the process when it is set after reading started (AR-51).
  public var videoComposition: AVVideoComposition? {
    get { compositing.withLock { $0?.composition } }
    set {
      requireNotStarted("videoComposition", .invalidArgument)
      set(newValue.map(VideoCompositing.init))
    }
  }

  /// Sets the composition with its compositor.
  func set(_ compositing: VideoCompositing?) { self.compositing.withLock { $0 = compositing } }

  /// The client's compositor, which was made as the composition was set. It is `nil` for the built-in one (AR-51).
  public var customVideoCompositor: (any AVVideoCompositing)? { compositing.withLock { $0?.compositor } }

  override func open(in session: any AssetSession, timeRange: CMTimeRange) throws -> any SampleReader {
    guard let compositing = compositing.withLock({ $0 }), let asset = videoTracks[0].asset else {
      throw MediaError(.invalidComposition, .opening, "the output has no video composition")
    }
    var request = request
    request.ownsMemory = alwaysCopiesSampleData
    request.deinterlaces = deinterlaces
    request.mapsTones = mapsTonesToStandardRange
    return try CompositedPictures(session, compositing.plan(of: videoTracks, in: asset), as: request, in: timeRange)
  }
}
