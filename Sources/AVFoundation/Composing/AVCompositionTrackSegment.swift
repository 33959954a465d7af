public import CoreMedia
import Foundation
import MediaEngine

/// A segment of a composition's track: which part of which track of a file is shown when, or that nothing is.
public class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  // Sendable: adds constants to a Sendable class.

  /// The place of the file. It is `nil` for an empty segment.
  public let sourceURL: URL?
  /// The identifier of the track in the file. It is `kCMPersistentTrackID_Invalid` for an empty segment.
  public let sourceTrackID: CMPersistentTrackID
  /// The track, where it was inserted by a composition, or `nil` for a segment that a client made.
  let media: ComposedMedia?

  init(_ segment: CompositionMap<ComposedMedia>.Segment) {
    media = segment.media
    sourceURL = segment.media?.url
    sourceTrackID = segment.media?.trackID ?? kCMPersistentTrackID_Invalid
    super.init(CMTimeMapping(source: segment.source, target: segment.target))
  }

  /// A segment that shows a part of a track of a file.
  ///
  /// It is shown at its own speed where both durations are the same, and else at `sourceTimeRange.duration /
  /// targetTimeRange.duration` times that. Nothing is opened, and nothing is tested: see
  /// `AVMutableCompositionTrack.validateSegments(_:)`.
  public init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    media = nil
    sourceURL = URL
    sourceTrackID = trackID
    super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// A segment that shows nothing (CO-07).
  public init(timeRange: CMTimeRange) {
    media = nil
    sourceURL = nil
    sourceTrackID = kCMPersistentTrackID_Invalid
    super.init(CMTimeMapping(source: .invalid, target: timeRange))
  }

  /// A Boolean value that says whether the segment shows nothing: it names no file.
  public override var isEmpty: Bool { sourceURL == nil && media == nil }

  /// Returns whether the other object shows the same part of the same file at the same time.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVCompositionTrackSegment, super.isEqual(other) else { return false }
    return other.sourceURL == sourceURL && other.sourceTrackID == sourceTrackID
  }

  public override var hash: Int { super.hash }
}
