public import Foundation
import MediaEngine

/// What a playlist says of a segment (AW-78).
public final class AVAssetSegmentReport: NSObject, Sendable {
  public let segmentType: AVAssetSegmentType
  /// One for each track that has samples in the segment.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ segment: Segment) {
    segmentType = segment.isInitialization ? .initialization : .separable
    trackReports = segment.tracks.map(AVAssetSegmentTrackReport.init)
  }
}
