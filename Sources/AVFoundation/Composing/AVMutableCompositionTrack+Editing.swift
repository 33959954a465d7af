public import CoreMedia
public import Foundation
import MediaEngine

/// Edits of one track.
extension AVMutableCompositionTrack {
  /// Inserts a range of a track, and moves everything that was shown from `startTime` on to the end of the inserted
  /// range (CO-10, CO-11, CO-15). The range is shown at its own speed.
  ///
  /// The part of the range before the track's first sample shows nothing, and the part behind its end is left out.
  ///
  /// - Parameters:
  ///   - track: a track of a file or of a composition, of the same media type.
  ///   - startTime: the time of the range's start; invalid stands for the track's end.
  /// - Throws: `AVError(.contentIsProtected)` where a key is needed for the track; `AVError(.invalidSourceMedia)` for a
  ///   range in which it has nothing, for a track of another media type, and for a start before zero.
  public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    try insert([(timeRange, track)], at: startTime)
  }

  /// Inserts a range up to whose end the track's samples were counted. It is inserted whole also where the file lets
  /// its end only be estimated, and the track's own range ends earlier.
  ///
  /// - Throws: as `insertTimeRange(_:of:at:)`.
  package func insertCountedTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    try insert([(timeRange, track)], at: startTime, areCounted: true)
  }

  /// Inserts ranges of tracks one after the other: all of them, or none where one cannot be inserted.
  ///
  /// - Parameters:
  ///   - timeRanges: values that hold a `CMTimeRange`, one for each track.
  ///   - startTime: as for one range.
  /// - Throws: as for one range.
  ///
  /// Stops the process where there are not as many ranges as tracks.
  public func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
    if timeRanges.count != tracks.count { raise(.invalidArgument, "there are not as many time ranges as tracks") }
    try insert(zip(timeRanges.map(\.timeRangeValue), tracks).map { $0 }, at: startTime)
  }

  /// Inserts a range that shows nothing, and moves everything that was shown from its start on to its end (CO-12). At
  /// the track's end or after it this changes nothing.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    composition.edit(trackID) { $0.map.insertEmpty(timeRange) }
  }

  /// Removes a range, and moves everything that was shown after it to its start (CO-13).
  public func removeTimeRange(_ timeRange: CMTimeRange) { composition.edit(trackID) { $0.map.remove(timeRange) } }

  /// Changes the duration of a range, which is shown faster or slower, and moves everything that was shown after it
  /// (CO-14).
  ///
  /// - Parameter duration: a positive duration, with which the end is a time of 64 bits; another changes nothing.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    composition.edit(trackID) { $0.map.scale(timeRange, to: duration) }
  }

  /// Tests whether segments can be the track's (CO-02 to CO-05).
  ///
  /// - Throws: `AVError` with the code of the first rule that a segment breaks:
  ///   `.compositionTrackSegmentsNotContiguous`, `.invalidCompositionTrackSegmentDuration`,
  ///   `.invalidCompositionTrackSegmentSourceStartTime`, `.invalidCompositionTrackSegmentSourceDuration`.
  public func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    if let fault = CompositionMap.fault(in: trackSegments.map(engineSegment)) { throw AVError(fault) }
  }

  private func insert(
    _ parts: [(CMTimeRange, AVAssetTrack)], at startTime: CMTime, areCounted: Bool = false
  ) throws {
    let start = try CompositionInsertion.start(startTime, end: map.end)
    let segments = try parts.flatMap { range, track in
      if track.mediaType != mediaType {
        throw CompositionInsertion.error("a track of \(track.mediaType.rawValue) is not one of \(mediaType.rawValue)")
      }
      return try CompositionInsertion(range, of: track, isCounted: areCounted).segments
    }
    composition.edit(trackID) { $0.map.insert(segments, at: start) }
  }

  func engineSegment(_ segment: AVCompositionTrackSegment) -> CompositionMap<ComposedMedia>.Segment {
    let target = segment.timeMapping.target
    let named = segment.sourceURL.flatMap { url in
      (super.asset as? AVComposition).map {
        ComposedMedia($0.asset(at: url).content, trackID: segment.sourceTrackID, url: url)
      }
    }
    guard let media = segment.media ?? named else { return CompositionMap.Segment(emptyIn: target) }
    return CompositionMap.Segment(media: media, source: segment.timeMapping.source, target: target)
  }
}

/// The tracks whose segments can be set: see `_AVAssetWithTracks`.
public protocol _AVMutableCompositionTrackWithSegments: _AVCompositionTrackWithSegments {}

extension AVMutableCompositionTrack: _AVMutableCompositionTrackWithSegments {}

extension _AVMutableCompositionTrackWithSegments where Self: AVMutableCompositionTrack {
  /// The segments in order: the first begins at time zero, and each at the end of the one before (CO-01). With `nil`
  /// the track has none.
  ///
  /// Stops the process for segments that `validateSegments(_:)` refuses (CO-06).
  public var segments: [AVCompositionTrackSegment]! {
    get { map.segments.map { AVCompositionTrackSegment($0) } }
    set {
      do {
        let map = try CompositionMap(validating: (newValue ?? []).map(engineSegment))
        composition.edit(trackID) { $0.map = map }
      } catch {
        raise(.invalidArgument, "the segments cannot be the track's: \(error)")
      }
    }
  }
}

extension AVError {
  fileprivate init(_ fault: CompositionFault) {
    let code: Code =
      switch fault {
      case .notContiguous: .compositionTrackSegmentsNotContiguous
      case .targetDuration: .invalidCompositionTrackSegmentDuration
      case .sourceStart: .invalidCompositionTrackSegmentSourceStartTime
      case .sourceDuration: .invalidCompositionTrackSegmentSourceDuration
      }
    self.init(code, userInfo: [NSLocalizedDescriptionKey: fault.description])
  }
}
