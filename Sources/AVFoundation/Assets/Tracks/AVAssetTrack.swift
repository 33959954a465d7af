public import CoreGraphics
public import CoreMedia
public import Foundation
import MediaEngine

/// One track of an asset, as its container describes it.
///
/// A snapshot of values that were read when the asset's tracks were loaded; any thread.
public class AVAssetTrack: NSObject, NSCopying, _AVTrackWithSegments, @unchecked Sendable {
  // Sendable: values that never change, a weak reference that the runtime guards, and findings behind a lock.

  private weak var owner: AVAsset?
  private let made: SourceTrack
  /// The asset's content. The track keeps it, and can be inserted into compositions when the asset is gone.
  let content: any AssetContent
  /// The URL of the asset's file, or `nil` if it has none.
  let assetURL: URL?
  let firstPictures = FirstPictures()

  init(asset: AVAsset, track: SourceTrack) {
    owner = asset
    content = asset.content
    assetURL = (asset as? AVURLAsset)?.url
    made = track
  }

  /// The asset, or `nil` once it is gone.
  public var asset: AVAsset? { owner }

  /// The values that the properties have.
  var information: SourceTrack { made }

  /// The track as the source of a copy of its samples.
  var copied: CopiedTrack { CopiedTrack(information, of: content) }

  /// Opens the media that the track shows, if that was not done yet. A track of a file needs nothing, since it was
  /// found in an open file.
  ///
  /// - Throws: `AVError` where it cannot be opened.
  func openMedia() throws {}

  /// The class, the track's identifier and its media type.
  public override var description: String {
    described(["trackID": "\(trackID)", "mediaType": mediaType.rawValue])
  }

  /// The identifier in its file.
  public var trackID: CMPersistentTrackID { made.trackID }
  /// Video, audio, subtitles, timecode and so on, from the container's handler or stream type.
  public var mediaType: AVMediaType { AVMediaType(made.mediaType) }

  /// The formats of its samples, `CMFormatDescription`s; several where the format changes.
  public var formatDescriptions: [Any] { information.formatDescriptions }

  /// A Boolean value that says whether players show the track unasked.
  public var isEnabled: Bool { information.isEnabled }
  /// A Boolean value that says whether this build decodes the track.
  public var isDecodable: Bool { information.isDecodable }
  /// A Boolean value that says whether the track can be played here. It is the same as `isDecodable`.
  public var isPlayable: Bool { isDecodable }
  /// A Boolean value that says whether all media of the track is in the asset's own file.
  public var isSelfContained: Bool { information.isSelfContained }

  /// The range of the asset's timeline in which the samples lie. It begins with the first sample, and its duration is
  /// `.indefinite` where the file does not say it.
  public var timeRange: CMTimeRange { information.timeRange }
  /// The number of ticks a second in the track's own timestamps.
  public var naturalTimeScale: CMTimeScale { information.timeScale }

  /// The average bit rate, in bits a second. It is 0 where unknown.
  public var estimatedDataRate: Float { information.dataRate }
  /// The number of bytes of all samples. It is 0 where unknown.
  public var totalSampleDataLength: Int64 { information.totalBytes }

  /// The language as an ISO 639-2/T code. It is `nil` if the container has none, or states that it is undetermined.
  public var languageCode: String? { information.languageCode }
  /// The language as a BCP 47 tag. It is `nil` where the container has none.
  public var extendedLanguageTag: String? { information.extendedLanguageTag }

  /// The size of the picture as shown before its transform: clean aperture and pixel aspect ratio are applied. Pictures
  /// of a movie whose format states no aspect ratio have the shape of the track header.
  public var naturalSize: CGSize { information.naturalSize }
  /// The transform that turns and moves the picture for display.
  public var preferredTransform: CGAffineTransform { information.transform }
  /// The volume at which the track is meant to be played: 1 is as recorded, 0 is silent.
  public var preferredVolume: Float { information.volume }
  /// The average frame rate, in frames a second. It is 0 where unknown.
  public var nominalFrameRate: Float { information.nominalFrameRate }
  /// The duration of the shortest frame. It is `.invalid` where unknown.
  public var minFrameDuration: CMTime { information.minimumFrameDuration }
  /// A Boolean value that says whether samples are stored in another order than they are shown.
  public var requiresFrameReordering: Bool { information.reordersFrames }
  /// A Boolean value that says whether some of the sound can only be decoded after other sound, as the container
  /// states.
  public var hasAudioSampleDependencies: Bool { information.hasDependentSound }

  /// The track itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns whether the other object is the same track of the same asset.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAssetTrack else { return false }
    return other === self || other.trackID == trackID && other.asset != nil && other.asset === asset
  }

  public override var hash: Int { trackID.hashValue }
}
