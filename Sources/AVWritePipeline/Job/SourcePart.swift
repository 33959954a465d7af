internal import AVFoundation

/// A part of a source's timeline, from which something is made.
public struct SourcePart: Sendable, Hashable {
  /// The first and the last instant wanted, on the source's timeline; nil means its own.
  public var start: ExactTime?
  public var end: ExactTime?
  /// The instant of the source that is time 0 of what is made: the start, else the earliest presented sample.
  public var origin = ExactTime.zero
  /// The end of the last track that is presented in the part and is no list of chapters, or nil if it is not known.
  var mediaEnd: ExactTime?

  public init() {}

  /// - Parameters:
  ///   - selection: the wanted part, counted from the earliest presented sample.
  ///   - tracks: the tracks that are shown, or nil for all of the source.
  ///   - earliest: the time of that sample.
  /// - Throws: `JobError` of exit 64 for a part that is not there.
  init(
    _ selection: TimeSelection, of source: SourceFacts, showing tracks: [TrackFacts]? = nil, from earliest: ExactTime
  ) throws(JobError) {
    func resolve(_ point: TimePoint) throws(JobError) -> ExactTime {
      let video = source.tracks.lazy.compactMap(\.video).first
      if let time = point.time(frameDuration: video?.countedFrameDuration) { return time }
      throw JobError(
        .usage, "a timecode needs a video track whose frame rate it fits", hint: "give seconds or hh:mm:ss.mmm")
    }
    let counting = source.tracks.first { $0.video != nil } ?? source.tracks.first { $0.audio != nil }
    func place(_ point: TimePoint, from origin: ExactTime) throws(JobError) -> ExactTime {
      let time = try CMTime(origin) + CMTime(resolve(point))
      guard let place = ExactTime(counting?.instant(meantBy: time) ?? time) else {
        throw JobError(.usage, "the part is too long")
      }
      return place
    }
    start = try selection.start.map { (point) throws(JobError) in try place(point, from: earliest) }
    origin = start ?? earliest
    switch selection.end {
    case nil: break
    case .at(let point): end = try place(point, from: earliest)
    case .after(let point): end = try place(point, from: origin)
    }
    if let end, end <= origin {
      throw JobError(.usage, "the part ends at \(end.clock), which is not after its start")
    }
    if let start, let duration = source.duration, start >= duration {
      throw JobError(.usage, "the part starts at \(start.clock), but the input ends at \(duration.clock)")
    }
    let chapters = source.chapterTracks
    mediaEnd = lastEnd(of: (tracks ?? source.tracks).filter { !chapters.contains($0.id) })
  }

  var isWhole: Bool { start == nil && end == nil }

  /// The part as a range of the source's timeline, from time 0 of what is made.
  var timeRange: CMTimeRange {
    let start = CMTime(origin)
    return CMTimeRange(start: start, duration: end.map { CMTime($0) - start } ?? .positiveInfinity)
  }

  /// Returns a stretch of the source's timeline on the timeline of the output, clipped to the part. It is nil if the
  /// stretch is outside the part.
  func shown(_ range: CMTimeRange) -> CMTimeRange? {
    let start = CMTime(origin)
    let shown = CMTimeRange(start: start, end: end.map { CMTime($0) } ?? .positiveInfinity).intersection(range)
    guard shown.isValid, shown.duration > .zero else { return nil }
    return CMTimeRange(start: shown.start - start, duration: shown.duration)
  }

  /// Returns whether a track is known to present nothing in the part.
  func excludes(_ track: TrackFacts) -> Bool {
    if let end, end <= track.start { return true }
    guard let start, let trackEnd = track.end, trackEnd > track.start else { return false }
    guard let rate = track.audio?.sampleRate, rate > 0 else { return trackEnd <= start }
    // The first sample is the one nearest to the start: a start within half a sample of the end has no sample.
    return trackEnd.seconds - start.seconds < 0.5 / rate
  }

  /// Returns whether a track of a source is left out of what is made: pictures and sounds that are not presented in the
  /// part. Players stop at a track without samples.
  func leavesOut(_ track: TrackFacts, of source: SourceFacts) -> Bool {
    [.video, .audio].contains(track.kind) && !source.chapterTracks.contains(track.id)
      && source.added[track.id] == nil && excludes(track)
  }

  /// Returns the end of the last of some tracks that is presented in the part, or nil if it is not known.
  private func lastEnd(of tracks: [TrackFacts]) -> ExactTime? {
    let ends = tracks.filter { !excludes($0) }.map(\.end)
    return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
  }

  /// The part as chapters have it: they do not outlast the other tracks, unless all of the source is wanted as it is.
  var ofChapters: SourcePart {
    guard !isWhole, let mediaEnd else { return self }
    var part = self
    part.end = max(min(end ?? mediaEnd, mediaEnd), origin)
    return part
  }

  /// Returns the seconds of a chapter in the part that are cut off, because the media ends before them.
  func secondsBehindMedia(of chapter: ChapterFact) -> Double {
    guard let wanted = shown(chapter.timeRange) else { return 0 }
    let rest = ofChapters.shown(chapter.timeRange)?.duration ?? .zero
    return (wanted.duration - rest).seconds
  }

  /// Returns the start of a chapter in the output, or nil for a chapter outside the part.
  func start(of chapter: ChapterFact) -> ExactTime? {
    ofChapters.shown(chapter.timeRange).flatMap { ExactTime($0.start) }
  }

  /// Returns the duration of the part of a source, in seconds, or nil if it is not known.
  func seconds(of source: SourceFacts) -> Double? {
    [end, source.duration].compactMap(\.self).min().map { max(0, $0.seconds - origin.seconds) }
  }
}

extension SourceFacts {
  /// Returns a part of the source's timeline, counted from the first of its pictures and sounds.
  ///
  /// - Throws: `JobError` of exit 64 for a part that is not there.
  func part(_ selection: TimeSelection) throws(JobError) -> SourcePart {
    try SourcePart(selection, of: self, from: earliestStart)
  }
}

extension ChapterFact {
  /// The time range of the chapter. Its duration is indefinite where the container does not state its end.
  fileprivate var timeRange: CMTimeRange {
    CMTimeRange(start: CMTime(start), duration: duration.map { CMTime($0) } ?? .indefinite)
  }
}
