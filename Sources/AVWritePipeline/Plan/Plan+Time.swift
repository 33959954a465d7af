internal import AVFoundation

extension Plan {
  /// What is in the output of a stretch of the source's timeline, on the output's own; nil for nothing.
  func shown(_ range: CMTimeRange) -> CMTimeRange? {
    let start = CMTime(origin)
    let shown = CMTimeRange(start: start, end: end.map { CMTime($0) } ?? .positiveInfinity).intersection(range)
    guard shown.isValid, shown.duration > .zero else { return nil }
    return CMTimeRange(start: shown.start - start, duration: shown.duration)
  }

  /// How many seconds of a source are wanted; nil where nobody knows.
  func seconds(of source: SourceFacts) -> Double? {
    [end, source.duration].compactMap(\.self).min().map { max(0, $0.seconds - origin.seconds) }
  }

  /// When a chapter begins in the output; nil for one that is outside the part that is wanted.
  func start(of chapter: ChapterFact) -> ExactTime? { shown(chapter.timeRange).flatMap { ExactTime($0.start) } }

  /// Which of the source's chapters become the output's.
  func chapterMatching(of source: SourceFacts) -> ChapterMatching {
    ChapterMatching(offset: source.chapters.firstIndex { start(of: $0) != nil } ?? 0)
  }
}

extension ChapterFact {
  /// Indefinite where the container does not say when it ends.
  var timeRange: CMTimeRange { CMTimeRange(start: CMTime(start), duration: duration.map { CMTime($0) } ?? .indefinite) }
}

extension TrackPlan {
  /// Seconds of the track that are wanted; nil where nobody knows.
  func seconds(of plan: Plan) -> Double? {
    guard let end = source.duration.flatMap({ source.start.adding($0) }) else { return nil }
    return max(0, min(end, plan.end ?? end).seconds - plan.origin.seconds)
  }

  /// The time before which no encoded picture of the track begins; nil where they keep their times. Movies hide what is before
  /// the part that is wanted; other containers have no times before zero.
  func earliestTime(in plan: Plan) -> CMTime? {
    guard case .encodeVideo = action, !plan.container.isMovie else { return nil }
    return CMTime(plan.origin)
  }
}
