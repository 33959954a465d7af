public import Foundation
public import CoreMedia
import MediaEngine

/// A sample in a segment, for playlists of key frames.
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
  /// The sample's presentation time, in the source's time.
  public let presentationTimeStamp: CMTime
  /// The sample's offset, in bytes from the start of the segment.
  public let offset: Int
  /// The number of the sample's bytes.
  public let length: Int
  /// A Boolean value that says whether decoding can start with the sample.
  public let isSyncSample: Bool

  init(_ track: Segment.Track) {
    presentationTimeStamp = track.firstTime
    offset = track.firstOffset
    length = track.firstLength
    isSyncSample = track.firstIsSync
  }
}
