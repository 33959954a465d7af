public import CoreMedia
public import Foundation
import MediaEngine

/// A position among the stored samples of a track, with the facts that the file's tables have about the sample there.
///
/// Times are those of the track's media: `AVAssetTrack.samplePresentationTime(forTrackTime:)` gives them for times of
/// the track's timeline. A cursor is made by a track whose `canProvideSampleCursors` is true. One thread at a time.
public final class AVSampleCursor: NSObject, NSCopying {
  var place: SampleCursor

  init(_ place: SampleCursor) { self.place = place }

  /// Another cursor at the same place.
  public func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(place) }

  /// The time at which the sample is shown.
  public var presentationTimeStamp: CMTime { place.presentationTime }
  /// The time at which the sample is decoded.
  public var decodeTimeStamp: CMTime { place.decodeTime }
  /// The duration of the sample: the time to the next one that is decoded.
  public var currentSampleDuration: CMTime { place.duration }
  /// The sample's format.
  public func copyCurrentSampleFormatDescription() -> CMFormatDescription { place.format }

  /// Compares the positions, in decode order, of this cursor's sample and another's of the same track:
  /// `.orderedAscending` if this one is decoded first.
  public func comparePositionInDecodeOrder(withPositionOf cursor: AVSampleCursor) -> ComparisonResult {
    let (mine, other) = (place.index, cursor.place.index)
    return mine < other ? .orderedAscending : mine > other ? .orderedDescending : .orderedSame
  }

  /// Returns whether a sample that is decoded before this cursor's is shown after the sample of another cursor of the
  /// same track.
  public func maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan cursor: AVSampleCursor) -> Bool
  {
    place.mayEarlierSamplesBeShown(after: cursor.place)
  }

  /// Returns whether a sample that is decoded after this cursor's is shown before the sample of another cursor of the
  /// same track.
  public func maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan cursor: AVSampleCursor) -> Bool
  {
    place.mayLaterSamplesBeShown(before: cursor.place)
  }
}
