import CoreMedia
import Foundation
import MediaEngine

/// The segments that show a range of a track, for a composition's track (CO-15).
struct CompositionInsertion {
  /// The segments one after the other, from time zero.
  let segments: [CompositionMap<ComposedMedia>.Segment]

  /// The duration of all segments.
  var duration: CMTime { segments.reduce(.zero) { $0 + $1.target.duration } }

  /// - Parameter isCounted: a Boolean value that says whether the track is known to have samples up to the range's end.
  ///   The end that its file lets only be estimated does not cut the range then.
  /// - Throws: `AVError(.contentIsProtected)`; `AVError(.invalidSourceMedia)` where the track has no media in the range.
  init(_ timeRange: CMTimeRange, of track: AVAssetTrack, isCounted: Bool = false) throws {
    guard timeRange.start.isNumeric, timeRange.duration.isNumeric || timeRange.duration == .positiveInfinity,
      timeRange.duration > .zero
    else { throw Self.error("the time range has no start or no duration") }
    if let track = track as? AVCompositionTrack {
      segments = track.map.segments(in: timeRange).compactMap { $0.part(in: timeRange) }
    } else {
      if (try? track.content.header())?.isProtected == true { throw AVError(.contentIsProtected) }
      let media = ComposedMedia(track.content, trackID: track.trackID, url: track.assetURL)
      var shown = track.timeRange
      if isCounted { shown.duration = .indefinite }
      segments = Self.segments(of: media, shown: shown, in: timeRange)
    }
    if !segments.contains(where: { !$0.isEmpty }) { throw Self.error("the track has no media in the time range") }
  }

  /// - Parameter shown: the range in which the track of a file has samples. Nothing is shown before it.
  private static func segments(
    of media: ComposedMedia, shown: CMTimeRange, in range: CMTimeRange
  ) -> [CompositionMap<ComposedMedia>.Segment] {
    let first = CMTimeMaximum(range.start, .zero)
    let start = CMTimeMaximum(first, shown.start)
    // A duration that is not known does not end the track.
    let end = shown.end.isNumeric ? CMTimeMinimum(range.end, shown.end) : range.end
    guard end.isNumeric, start < end else { return [] }
    let source = CMTimeRange(start: start, end: end)
    let part = CompositionMap.Segment(
      media: media, source: source, target: CMTimeRange(start: start - first, duration: source.duration))
    guard first < start else { return [part] }
    return [CompositionMap.Segment(emptyIn: CMTimeRange(start: .zero, end: start - first)), part]
  }

  /// Returns the time at which something is inserted.
  ///
  /// - Parameter end: the time that an invalid one stands for.
  /// - Throws: `AVError(.invalidSourceMedia)` for a time that is negative or not known.
  static func start(_ time: CMTime, end: CMTime) throws -> CMTime {
    if !time.isValid { return end }
    guard time.isNumeric, time >= .zero else { throw error("the time to insert it at is negative, or not a number") }
    return time
  }

  static func error(_ reason: String) -> AVError {
    AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: "nothing was inserted: \(reason)"])
  }
}
