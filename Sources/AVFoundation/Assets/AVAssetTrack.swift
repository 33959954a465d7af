public import CoreGraphics
public import CoreMedia
public import Foundation
import MediaEngine

/// One track of an asset: what its container says of it.
///
/// A snapshot of values that were read when the asset's tracks were loaded; any thread.
public class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: values that never change, and a weak reference that the runtime guards.

  /// The asset; `nil` once it is gone.
  public private(set) weak var asset: AVAsset?
  let information: SourceTrack

  init(asset: AVAsset, track: SourceTrack) {
    self.asset = asset
    information = track
  }

  /// The class, the track's identifier and its media type.
  public override var description: String {
    described(["trackID": "\(trackID)", "mediaType": mediaType.rawValue])
  }

  /// The identifier in its file.
  public var trackID: CMPersistentTrackID { information.trackID }
  /// Video, audio, subtitles, timecode and so on, from the container's handler or stream type.
  public var mediaType: AVMediaType { AVMediaType(information.mediaType) }

  /// The formats of its samples, `CMFormatDescription`s; several where the format changes.
  public var formatDescriptions: [Any] { information.formatDescriptions }

  /// Whether players show it unasked.
  public var isEnabled: Bool { information.isEnabled }
  /// Whether this build decodes it.
  public var isDecodable: Bool { information.isDecodable }
  /// Whether it can be played here: the same as decodable.
  public var isPlayable: Bool { isDecodable }
  /// Whether all its media is in the asset's own file.
  public var isSelfContained: Bool { information.isSelfContained }

  /// The range of the asset's timeline in which the samples lie. It begins with the first sample, and its duration is
  /// `.indefinite` where the file does not say it.
  public var timeRange: CMTimeRange { information.timeRange }
  /// Ticks a second of its own time stamps.
  public var naturalTimeScale: CMTimeScale { information.timeScale }

  /// Bits a second on average; 0 where unknown.
  public var estimatedDataRate: Float { information.dataRate }
  /// Bytes of all its samples; 0 where unknown.
  public var totalSampleDataLength: Int64 { information.totalBytes }

  /// ISO 639-2/T; `nil` where the container has none or says it is undetermined.
  public var languageCode: String? { information.languageCode }
  /// BCP 47; `nil` where the container has none.
  public var extendedLanguageTag: String? { information.extendedLanguageTag }

  /// Size of the picture as shown before its transform: clean aperture and pixel aspect ratio applied.
  public var naturalSize: CGSize { information.naturalSize }
  /// How the picture is turned and moved for display.
  public var preferredTransform: CGAffineTransform { information.transform }
  /// How loud the container wants it played: 1 is as recorded, 0 is silent.
  public var preferredVolume: Float { information.volume }
  /// Frames a second on average; 0 where unknown.
  public var nominalFrameRate: Float { information.nominalFrameRate }
  /// The shortest frame; `.invalid` where unknown.
  public var minFrameDuration: CMTime { information.minimumFrameDuration }
  /// Whether samples are stored in another order than they are shown.
  public var requiresFrameReordering: Bool { information.reordersFrames }
  /// Whether some of its sound can only be decoded after other sound, as the container says.
  public var hasAudioSampleDependencies: Bool { information.hasDependentSound }

  /// The track itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The same track of the same asset.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAssetTrack else { return false }
    return other === self || other.trackID == trackID && other.asset != nil && other.asset === asset
  }

  public override var hash: Int { trackID.hashValue }
}
