public import CoreMedia
import MediaEngine

/// The tracks whose segments are of the class that each kind of track has: see `_AVAssetWithTracks`.
public protocol _AVTrackWithSegments: AnyObject {}

/// The parts of the media that the track shows, and when: a movie's edit list, or one segment of all the media.
extension _AVTrackWithSegments where Self: AVAssetTrack {
  /// The stretches of the track's timeline, in order and without gaps.
  public var segments: [AVAssetTrackSegment] { information.segments.map { AVAssetTrackSegment($0) } }

  /// Returns the segment that holds a time of the track, or else the one that comes nearest to it. It is `nil` without
  /// segments.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.nearest(to: trackTime)
  }

  /// The asynchronous form of `segment(forTrackTime:)`. Throws nothing: segments are read with the asset's tracks.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    segment(forTrackTime: trackTime)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadSegment(
    forTrackTime trackTime: CMTime,
    completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    completionHandler(segment(forTrackTime: trackTime), nil)
  }
}

extension AVAssetTrack {
  /// Returns the media's own time of the sample that is shown at a time of the track. It is invalid where nothing is
  /// shown.
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let segment = segment(forTrackTime: trackTime), !segment.isEmpty,
      segment.timeMapping.target.containsTime(trackTime)
    else { return .invalid }
    return CMTimeMapTimeFromRangeToRange(
      trackTime, fromRange: segment.timeMapping.target, toRange: segment.timeMapping.source)
  }

  /// The asynchronous form of `samplePresentationTime(forTrackTime:)`. Throws nothing.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    samplePresentationTime(forTrackTime: trackTime)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency
  public func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    completionHandler(samplePresentationTime(forTrackTime: trackTime), nil)
  }
}

extension Array where Element: AVAssetTrackSegment {
  /// Returns the segment that holds a time, or else the one that comes nearest to it. It is `nil` without segments.
  func nearest(to time: CMTime) -> Element? {
    guard time.isNumeric else { return nil }
    return self.min { $0.distance(to: time) < $1.distance(to: time) }
  }
}

extension AVAssetTrackSegment {
  /// Returns the distance of a time to the segment's part of the track's timeline. It is zero inside of that part.
  fileprivate func distance(to time: CMTime) -> CMTime {
    let target = timeMapping.target
    if target.containsTime(time) { return .zero }
    // The end is the next segment's first moment.
    let tick = CMTime(value: 1, timescale: .max)
    return time < target.start ? target.start - time : time - target.end + tick
  }
}
