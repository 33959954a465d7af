import MediaSupport

/// The mapping between a track's media and its presentation, as its edit list defines it (ISO 14496-12, 8.6.6). It is a
/// pure value.
///
/// There are two time lines. The presentation's time line begins with the movie, and the edits count it in ticks of the
/// movie, which are often coarser than the media's. The media's time line begins with the first sample's decode time.
/// Unless something else is stated, times on both are in ticks of the media, as in packets.
///
/// Without an edit list both time lines are the same, and there are no spans.
package struct EditMap: Hashable, Sendable {
  /// One edit with its place on both time lines.
  package struct Span: Hashable, Sendable {
    /// The time at which the edit begins to be shown, in ticks of the movie.
    package let start: Int64
    /// The duration for which it is shown, in ticks of the movie. It is `nil` for an edit of a fragmented movie that
    /// shows all media from the edit's media start on.
    package let duration: Int64?
    /// The stretch of the presentation in which it is shown.
    package let presentation: Range<Int64>
    /// The part of the media that is shown, which may extend beyond the media's end. It is empty if one moment is shown
    /// all the time, and `nil` for an empty edit.
    package let media: Range<Int64>?
    /// The speed in 16.16 fixed point.
    package let rate: Int32

    /// A Boolean value that says whether the media is shown at its own speed.
    package var isNormal: Bool { rate == Edit.normalRate }

    /// Returns the media time that is shown at a time of the presentation; `nil` outside of the span and for an empty
    /// edit.
    package func mediaTime(at time: Int64) -> Int64? {
      guard let media, presentation.contains(time) else { return nil }
      return media.lowerBound.clampedSum(scaled(time - presentation.lowerBound, by: rate, over: Edit.normalRate))
    }

    /// Returns the stretch of the presentation in which a stretch of the media is shown; `nil` where the span shows
    /// none of it.
    package func presentation(of stretch: Range<Int64>) -> Range<Int64>? {
      guard let media else { return nil }
      if media.isEmpty { return stretch.contains(media.lowerBound) && !presentation.isEmpty ? presentation : nil }
      guard let start = presentationTime(of: max(stretch.lowerBound, media.lowerBound)) else { return nil }
      let end = stretch.upperBound < media.upperBound ? presentationTime(of: stretch.upperBound) : nil
      let shown = start..<max(start, end ?? presentation.upperBound)
      return stretch.overlaps(media) && !shown.isEmpty ? shown : nil
    }

    /// Returns the time of the presentation at which a moment of the media begins to be shown; `nil` where the span
    /// does not show it.
    package func presentationTime(of time: Int64) -> Int64? {
      guard let media else { return nil }
      if media.isEmpty { return time == media.lowerBound && !presentation.isEmpty ? presentation.lowerBound : nil }
      guard media.contains(time) else { return nil }
      let distance = scaled(time.clampedDifference(media.lowerBound), by: Edit.normalRate, over: rate, .up)
      let shown = presentation.lowerBound.clampedSum(distance)
      return presentation.contains(shown) ? shown : nil
    }
  }

  /// The edits in the order in which they are shown; each begins at the end of the one before.
  package let spans: [Span]
  /// The duration of a tick of the movie in ticks of the media, at least 1. It bounds the rounding error of an edit's
  /// duration.
  package let tick: Int64

  /// - Parameters:
  ///   - mediaEnd: the end of the media. It is evaluated once, and only if an edit shows all of the media.
  package init(
    _ edits: [Edit], movieTimeScale: Int32, mediaTimeScale: Int32, mediaEnd: @autoclosure () -> Int64
  ) {
    let movie = TimeBase(ticksPerSecond: max(1, movieTimeScale))
    let media = TimeBase(ticksPerSecond: max(1, mediaTimeScale))
    tick = movie.rescale(1, to: media, .up)
    let showsAll = edits.last.map { $0.mediaStart != nil && $0.duration == 0 } ?? false
    let end = showsAll ? mediaEnd() : 0
    var position: Int64 = 0
    spans = edits.indices.map { index in
      let edit = edits[index]
      let start = position
      let first = movie.rescale(start, to: media)
      if showsAll, index == edits.indices.last, let mediaStart = edit.mediaStart {
        let length = max(0, end.clampedDifference(mediaStart))
        return Span(
          start: start, duration: nil, presentation: first..<first.clampedSum(length),
          media: mediaStart..<mediaStart.clampedSum(scaled(length, by: edit.rate, over: Edit.normalRate, .up)),
          rate: edit.rate)
      }
      position = start.clampedSum(max(0, edit.duration))
      let presentation = first..<movie.rescale(position, to: media)
      return Span(
        start: start, duration: position - start, presentation: presentation,
        media: edit.mediaStart.map { mediaStart in
          let length = scaled(Int64(presentation.count), by: edit.rate, over: Edit.normalRate, .up)
          return mediaStart..<mediaStart.clampedSum(length)
        }, rate: edit.rate)
    }
  }

  /// A Boolean value that says whether there is no edit list, so that the media is shown without changes.
  package var isIdentity: Bool { spans.isEmpty }

  /// The duration for which nothing is shown before the first media, in ticks of the movie.
  package var emptyStart: Int64 {
    spans.first { $0.media != nil }?.start ?? spans.last.map { $0.start.clampedSum($0.duration ?? 0) } ?? 0
  }

  /// The media time that is shown first; `nil` where no edit shows any media.
  package var mediaStart: Int64? { spans.lazy.compactMap(\.media?.lowerBound).first }

  /// The span of the media if it is the only one, plays at normal speed, and has a stated duration; empty edits may
  /// come before it. It is `nil` where several parts of the media are shown, or none, or where a fragmented movie does
  /// not state the duration.
  package var sole: Span? {
    guard let last = spans.last, last.media != nil, last.isNormal, let duration = last.duration, duration > 0,
      spans.dropLast().allSatisfy({ $0.media == nil })
    else { return nil }
    return last
  }

  /// A Boolean value that says whether the samples are not simply shown one after the other: several parts of the media
  /// are shown, a part at another speed, or nothing for a while after the first part.
  package var isComposed: Bool {
    let shown = spans.drop { $0.media == nil }
    return shown.count > 1 || shown.contains { !$0.isNormal }
  }

  // MARK: Mapping

  /// Returns the times of the presentation at which a moment of the media begins to be shown, in order.
  package func presentationTimes(of mediaTime: Int64) -> [Int64] {
    isIdentity ? [mediaTime] : spans.compactMap { $0.presentationTime(of: mediaTime) }
  }

  /// Returns the media time that is shown at a time of the presentation; `nil` if nothing is shown then.
  package func mediaTime(at time: Int64) -> Int64? {
    if isIdentity { return time }
    let index = firstSpan(endingAfter: time)
    return spans.indices.contains(index) ? spans[index].mediaTime(at: time) : nil
  }

  /// Returns the spans that are shown in a stretch of the presentation, in order.
  package func spans(in stretch: Range<Int64>) -> ArraySlice<Span> {
    let first = firstSpan(endingAfter: stretch.lowerBound)
    return spans[first...].prefix { $0.presentation.lowerBound < stretch.upperBound }
  }

  /// Returns the index of the first span that ends after a time; the number of spans if all have ended.
  func firstSpan(endingAfter time: Int64) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = low + (high - low) / 2
      if spans[middle].presentation.upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension EditMap {
  /// - Parameter movieTimeScale: the number of ticks a second in the edits' durations.
  package init(of track: Track, movieTimeScale: Int32) {
    self.init(
      track.effectiveEdits(movieTimeScale: movieTimeScale), movieTimeScale: movieTimeScale,
      mediaTimeScale: track.timeScale, mediaEnd: track.shownEnd)
  }
}

extension Track {
  /// Returns the edits as the writer intended them.
  ///
  /// If fragments were added to a file after its index was written, an edit may have the duration that the media had
  /// then. Such an edit also shows the samples that follow.
  fileprivate func effectiveEdits(movieTimeScale: Int32) -> [Edit] {
    guard !fragmentRuns.isEmpty, var last = edits.last, let mediaStart = last.mediaStart, last.duration > 0 else {
      return edits
    }
    let movie = TimeBase(ticksPerSecond: max(1, movieTimeScale))
    let length = movie.rescale(last.duration, to: TimeBase(ticksPerSecond: max(1, timeScale)))
    let (tables, sample) = (tableDuration, lastTableSampleDuration)
    guard tables > 0, mediaStart.clampedSum(length) > tables.clampedDifference(sample),
      length <= tables.clampedSum(sample)
    else { return edits }
    last.duration = 0
    return edits.dropLast() + [last]
  }
}

/// Returns a number of ticks times a fraction, whose denominator is positive, clamped to 64 bits. A fraction below zero
/// counts as zero.
private func scaled(
  _ ticks: Int64, by numerator: Int32, over denominator: Int32, _ rounding: TimeBase.Rounding = .down
) -> Int64 {
  if numerator == denominator { return ticks }
  guard numerator > 0 else { return 0 }
  return TimeBase(numerator, denominator).rescale(ticks, to: TimeBase(ticksPerSecond: 1), rounding)
}

extension Int64 {
  fileprivate func clampedSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func clampedDifference(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
