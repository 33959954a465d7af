public import Foundation
public import CoreMedia
import MediaEngine

/// A track's part of a segment.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
  public let trackID: CMPersistentTrackID
  public let mediaType: AVMediaType
  /// The presentation time of the track's earliest sample, in the source's time.
  public let earliestPresentationTimeStamp: CMTime
  /// The duration from there to the end of the track's last sample.
  public let duration: CMTime
  /// The track's first sample in decode order. It is `nil` unless the track is video.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(_ track: Segment.Track) {
    trackID = track.trackID
    mediaType = AVMediaType(track.mediaType)
    earliestPresentationTimeStamp = track.start
    duration = track.duration
    firstVideoSampleInformation = track.mediaType == .video ? AVAssetSegmentReportSampleInformation(track) : nil
  }
}
