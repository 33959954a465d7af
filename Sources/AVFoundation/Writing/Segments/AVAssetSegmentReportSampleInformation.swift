public import Foundation
public import CoreMedia
import MediaEngine

/// A sample in a segment, for playlists of key frames.
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
  /// When it is presented, in the source's time.
  public let presentationTimeStamp: CMTime
  /// Where it lies, in bytes from the start of the segment.
  public let offset: Int
  /// Its bytes.
  public let length: Int
  /// Decoding can start with it.
  public let isSyncSample: Bool

  init(_ track: Segment.Track) {
    presentationTimeStamp = track.firstTime
    offset = track.firstOffset
    length = track.firstLength
    isSyncSample = track.firstIsSync
  }
}
