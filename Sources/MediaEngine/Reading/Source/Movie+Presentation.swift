import CoreMedia
import MediaSupport
import MediaTime
import MovieFile

/// The presentation of a movie's tracks.
extension Movie {
  /// The longest priming that libavformat accepts, in samples: 16 packets of AAC.
  private static let longestPriming = 16_384

  /// The end of the longest track, or the duration in the header of a movie without media.
  var presentationEnd: CMTime {
    let ends = tracks.map { timeRange(of: $0).end }.filter(\.isNumeric)
    if let end = ends.max(), end > .zero { return end }
    return header.duration.map(timeBase.time) ?? .zero
  }

  /// The unit of the movie's own times.
  var timeBase: TimeBase { TimeBase(ticksPerSecond: max(1, header.timeScale)) }

  /// Returns the time range of a track's samples on the movie's timeline, its edit list applied.
  ///
  /// libavformat leaves out the samples that an encoder put in front according to an `iTunSMPB` item. It keeps the
  /// sound at the times of the tables, and ignores the item's statement about the end.
  func timeRange(of track: Track) -> CMTimeRange {
    let range = track.presentation(editMap(of: track), movieTimeBase: timeBase)
    guard let dropped = droppedStart(of: track), dropped < range.duration else { return range }
    return CMTimeRange(start: range.start + dropped, end: range.end)
  }

  /// Returns the edit list of a track.
  func editMap(of track: Track) -> EditMap { EditMap(of: track, movieTimeScale: header.timeScale) }

  /// Returns the priming that the file states outside of edit lists; libavformat applies it to the last track.
  func droppedStart(of track: Track) -> CMTime? {
    guard track.edits.isEmpty, track.kind == .audio, track.trackID == tracks.last?.trackID, let priming,
      priming.priming < Self.longestPriming,
      let rate = track.sampleEntries.first.flatMap({
        CMFormatDescription($0, of: track).audioStreamBasicDescription?.mSampleRate
      }), let scale = Int32(exactly: rate), scale > 0
    else { return nil }
    return CMTime(value: Int64(priming.priming), timescale: scale)
  }
}

extension Track {
  /// The unit of the track's media times.
  var timeBase: TimeBase { TimeBase(ticksPerSecond: max(1, timeScale)) }

  /// Returns the time range that a movie shows of a track, from its edit list, or from its tables if it has none.
  fileprivate func presentation(_ map: EditMap, movieTimeBase movie: TimeBase) -> CMTimeRange {
    guard let last = map.spans.last else {
      let start = samples.prefix(Track.reorderingWindow).map(\.presentationTime).min() ?? 0
      return CMTimeRange(start: timeBase.time(start), duration: timeBase.time(mediaDuration))
    }
    let target = last.target(movie, timeBase)
    // The track is shown as nothing, for the duration of its empty edits.
    guard map.mediaStart != nil else { return CMTimeRange(start: .zero, duration: movie.time(map.emptyStart)) }
    let start = movie.time(map.emptyStart)
    return last.start == map.emptyStart ? target : CMTimeRange(start: start, duration: target.end - start)
  }
}

extension EditMap.Span {
  /// Returns the stretch of the presentation, exactly.
  func target(_ movie: TimeBase, _ media: TimeBase) -> CMTimeRange {
    CMTimeRange(
      start: movie.time(start), duration: duration.map(movie.time) ?? media.time(Int64(presentation.count)))
  }

  /// Returns the span as a mapping from the media to the presentation. An empty edit has an invalid source.
  func mapping(_ movie: TimeBase, _ media: TimeBase) -> CMTimeMapping {
    let target = target(movie, media)
    guard let shown = self.media else { return CMTimeMapping(source: .invalid, target: target) }
    let duration =
      isNormal ? target.duration : CMTimeMultiplyByRatio(target.duration, multiplier: rate, divisor: Edit.normalRate)
    return CMTimeMapping(
      source: CMTimeRange(start: media.time(shown.lowerBound), duration: duration), target: target)
  }
}
