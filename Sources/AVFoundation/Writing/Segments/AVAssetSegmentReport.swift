public import Foundation
import MediaEngine

/// The facts about a segment that a playlist needs (AW-78).
public final class AVAssetSegmentReport: NSObject, Sendable {
  public let segmentType: AVAssetSegmentType
  /// The reports of the tracks, one for each track that has samples in the segment.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ segment: Segment) {
    segmentType = segment.isInitialization ? .initialization : .separable
    trackReports = segment.tracks.map(AVAssetSegmentTrackReport.init)
  }
}
