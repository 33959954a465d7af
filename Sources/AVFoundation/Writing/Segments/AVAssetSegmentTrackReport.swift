public import Foundation
public import CoreMedia
import MediaEngine

/// A track's part of a segment.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
  public let trackID: CMPersistentTrackID
  public let mediaType: AVMediaType
  /// When its earliest sample is presented, in the source's time.
  public let earliestPresentationTimeStamp: CMTime
  /// From there to the end of its last sample.
  public let duration: CMTime
  /// Its first sample in decode order; `nil` unless it is video.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(_ track: Segment.Track) {
    trackID = track.trackID
    mediaType = AVMediaType(track.mediaType)
    earliestPresentationTimeStamp = track.start
    duration = track.duration
    firstVideoSampleInformation = track.mediaType == .video ? AVAssetSegmentReportSampleInformation(track) : nil
  }
}
