public import CoreMedia
import MediaEngine

/// A track of a composition: segments of tracks of files, one after the other (CO-01).
public class AVCompositionTrack: AVAssetTrack, _AVCompositionTrackWithSegments, @unchecked Sendable {
  // Sendable: adds a constant to a Sendable class.
  let composition: Composition

  init(_ asset: AVComposition, _ trackID: Int32, _ mediaType: AVMediaType) {
    composition = asset.composition
    super.init(
      asset: asset, track: SourceTrack(CompositionTrack(trackID: trackID, mediaType: .init(mediaType))))
  }

  /// The composition, or `nil` once it is gone, or the track is removed from it.
  public override var asset: AVAsset? { composition.plan.track(trackID) == nil ? nil : super.asset }

  /// The properties of the track as it is now: those that were set, and else those of the media that it shows (CO-31 to
  /// CO-33).
  override var information: SourceTrack {
    (try? composition.load())?.tracks.first { $0.trackID == trackID } ?? super.information
  }

  /// The track with the media that it shows.
  override var copied: CopiedTrack { CopiedTrack(information, showing: map) }

  /// Opens the files that the segments show (CO-45).
  override func openMedia() throws {
    do { try map.openMedia() } catch { throw AVError(wrapping: error) }
  }

  /// The formats of the samples, `CMFormatDescription`s: those of the media, in the order in which it is shown first, or
  /// their replacements.
  public override var formatDescriptions: [Any] { super.formatDescriptions }

  /// The descriptions that are replaced, and those that samples have instead (CO-34).
  public var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] {
    composition.plan.track(trackID)?.replacements.map {
      AVCompositionTrackFormatDescriptionReplacement($0)
    } ?? []
  }

  /// The segments.
  var map: CompositionMap<ComposedMedia> { composition.plan.track(trackID)?.map ?? CompositionMap() }
}

/// The tracks whose segments are those of a composition: see `_AVAssetWithTracks`.
public protocol _AVCompositionTrackWithSegments: _AVTrackWithSegments {}

extension _AVCompositionTrackWithSegments where Self: AVCompositionTrack {
  /// The segments in order: the first begins at time zero, and each at the end of the one before (CO-01).
  public var segments: [AVCompositionTrackSegment] { map.segments.map { AVCompositionTrackSegment($0) } }

  /// Returns the segment that holds a time of the track, or else the one that comes nearest to it. It is `nil` without
  /// segments.
  public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    map.segments.map { AVCompositionTrackSegment($0) }.nearest(to: trackTime)
  }
}
