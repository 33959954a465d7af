public import CoreMedia
public import Foundation
import MediaEngine

/// A place among the stored samples of a track, and what the file's tables say of the sample there.
///
/// Times are those of the track's media: `AVAssetTrack.samplePresentationTime(forTrackTime:)` leads to them from the
/// track's timeline. Made by a track whose `canProvideSampleCursors` is true. One thread at a time.
public final class AVSampleCursor: NSObject, NSCopying {
  var place: SampleCursor

  init(_ place: SampleCursor) { self.place = place }

  /// Another cursor at the same place.
  public func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(place) }

  /// When the sample is shown.
  public var presentationTimeStamp: CMTime { place.presentationTime }
  /// When the sample is decoded.
  public var decodeTimeStamp: CMTime { place.decodeTime }
  /// How long the sample lasts: to the next one that is decoded.
  public var currentSampleDuration: CMTime { place.duration }
  /// The sample's format.
  public func copyCurrentSampleFormatDescription() -> CMFormatDescription { place.format }

  /// Whether this cursor's sample is decoded before that of another cursor of the same track.
  public func comparePositionInDecodeOrder(withPositionOf cursor: AVSampleCursor) -> ComparisonResult {
    let (mine, other) = (place.index, cursor.place.index)
    return mine < other ? .orderedAscending : mine > other ? .orderedDescending : .orderedSame
  }

  /// Whether a sample that is decoded before this cursor's is shown after that of another cursor of the same track.
  public func maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan cursor: AVSampleCursor) -> Bool
  {
    place.mayEarlierSamplesBeShown(after: cursor.place)
  }

  /// Whether a sample that is decoded after this cursor's is shown before that of another cursor of the same track.
  public func maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan cursor: AVSampleCursor) -> Bool
  {
    place.mayLaterSamplesBeShown(before: cursor.place)
  }
}
