internal import AVFoundation

extension Plan {
  /// Returns the part of a range of the source that is in the output, on the output's timeline; nil for nothing.
  func shown(_ range: CMTimeRange) -> CMTimeRange? {
    let start = CMTime(origin)
    let shown = CMTimeRange(start: start, end: end.map { CMTime($0) } ?? .positiveInfinity).intersection(range)
    guard shown.isValid, shown.duration > .zero else { return nil }
    return CMTimeRange(start: shown.start - start, duration: shown.duration)
  }

  /// Returns the duration of the part of a source that is transcoded, in seconds; nil where it is not known.
  func seconds(of source: SourceFacts) -> Double? {
    [end, source.duration].compactMap(\.self).min().map { max(0, $0.seconds - origin.seconds) }
  }

  /// Returns the time at which a chapter begins in the output; nil for one outside the part that was asked for.
  func start(of chapter: ChapterFact) -> ExactTime? { shown(chapter.timeRange).flatMap { ExactTime($0.start) } }

  /// Returns the matching of the source's chapters with the output's.
  func chapterMatching(of source: SourceFacts) -> ChapterMatching {
    ChapterMatching(offset: source.chapters.firstIndex { start(of: $0) != nil } ?? 0)
  }
}

extension ChapterFact {
  /// The time range of the chapter, with an indefinite duration where the container does not say its end.
  var timeRange: CMTimeRange { CMTimeRange(start: CMTime(start), duration: duration.map { CMTime($0) } ?? .indefinite) }
}

extension TrackPlan {
  /// Returns the duration of the track's part that is transcoded, in seconds; nil where it is not known.
  func seconds(of plan: Plan) -> Double? {
    guard let end = source.duration.flatMap({ source.start.adding($0) }) else { return nil }
    return max(0, min(end, plan.end ?? end).seconds - plan.origin.seconds)
  }

  /// Returns the time before which no encoded picture of the track begins; nil where pictures keep their times.
  ///
  /// Movies hide the pictures before the part that was asked for. Other containers have no times before zero.
  func earliestTime(in plan: Plan) -> CMTime? {
    guard case .encodeVideo = action, !plan.container.isMovie else { return nil }
    return CMTime(plan.origin)
  }
}
