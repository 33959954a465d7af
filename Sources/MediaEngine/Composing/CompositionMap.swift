package import CoreMedia

/// The segments of a composition's track, which state when which part of which media is shown. A pure value.
///
/// The first segment begins at time zero, and each begins at the end of the one before (CO-01). Times are exact
/// fractions, as far as `CMTime` can represent them.
package struct CompositionMap<Media: Hashable & Sendable>: Hashable, Sendable {
  /// A stretch of the track's timeline and the part of a media that is shown in it.
  package struct Segment: Hashable, Sendable {
    /// The media. It is `nil` for an empty segment, which shows nothing.
    package var media: Media?
    /// The part of the media's timeline. It is invalid for an empty segment.
    package var source: CMTimeRange
    /// The stretch of the track's timeline.
    package var target: CMTimeRange

    package init(media: Media?, source: CMTimeRange, target: CMTimeRange) {
      (self.media, self.source, self.target) = (media, source, target)
    }

    /// Makes a segment that shows nothing.
    package init(emptyIn target: CMTimeRange) { self.init(media: nil, source: .invalid, target: target) }

    /// A Boolean value that says whether nothing is shown.
    package var isEmpty: Bool { media == nil }

    /// A Boolean value that says whether the media is shown at its own speed.
    package var isNormal: Bool { source.duration == target.duration }

    /// Returns the media's time that is shown at a time of the track. A time outside of the segment is extrapolated.
    package func sourceTime(at time: CMTime) -> CMTime {
      isNormal
        ? source.start + (time - target.start)
        : CMTimeMapTimeFromRangeToRange(time, fromRange: target, toRange: source)
    }

    /// Returns the track's time at which a moment of the media is shown. A moment outside of the segment is
    /// extrapolated.
    package func targetTime(of time: CMTime) -> CMTime {
      isNormal
        ? target.start + (time - source.start)
        : CMTimeMapTimeFromRangeToRange(time, fromRange: source, toRange: target)
    }

    /// Returns the duration for which a duration of the media is shown.
    package func targetDuration(of duration: CMTime) -> CMTime {
      isNormal ? duration : CMTimeMapDurationFromRangeToRange(duration, fromRange: source, toRange: target)
    }

    /// Returns the part of the segment that lies in a range of the track's timeline; `nil` if there is none.
    package func part(in range: CMTimeRange) -> Segment? {
      let start = CMTimeMaximum(target.start, range.start)
      let end = range.end.isNumeric ? CMTimeMinimum(target.end, range.end) : target.end
      guard start < end else { return nil }
      if start == target.start, end == target.end { return self }
      let part = CMTimeRange(start: start, end: end)
      if isEmpty { return Segment(emptyIn: part) }
      let source = CMTimeRange(start: sourceTime(at: start), end: sourceTime(at: end))
      return Segment(media: media, source: source, target: part)
    }
  }

  /// The segments in order.
  package private(set) var segments: [Segment] = []

  package init() {}

  /// Makes a map of segments without changing them.
  ///
  /// - Throws: `CompositionFault`: they break a rule.
  package init(validating segments: [Segment]) throws(CompositionFault) {
    if let fault = Self.fault(in: segments) { throw fault }
    self.segments = segments
  }

  /// The end of the last segment; zero without segments.
  package var end: CMTime { segments.last?.target.end ?? .zero }

  /// Returns the segments that are shown in a range of the track's timeline, in order; the first and the last may reach
  /// beyond it.
  package func segments(in range: CMTimeRange) -> ArraySlice<Segment> {
    guard range.start.isNumeric else { return [] }
    return segments[firstIndex(endingAfter: range.start)...].prefix { segment in
      !range.end.isNumeric || segment.target.start < range.end
    }
  }

  /// Returns the same segments with other media.
  package func replacingMedia(_ replace: (Media) -> Media) -> Self {
    var map = self
    for index in segments.indices { map.segments[index].media = segments[index].media.map(replace) }
    return map
  }

  /// Returns the index of the first segment that ends after a time; the number of segments if all end before.
  private func firstIndex(endingAfter time: CMTime) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].target.end <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Editing

  /// Inserts segments at a time, and moves everything that was shown from there on behind them (CO-10). If the track
  /// ends before the time, nothing is shown up to it (CO-11).
  ///
  /// - Parameters:
  ///   - new: segments that follow each other. The time of the first does not matter.
  ///   - time: a numeric time that is not negative.
  package mutating func insert(_ new: [Segment], at time: CMTime) {
    guard !new.isEmpty else { return }
    if time > end { segments.append(Segment(emptyIn: CMTimeRange(start: end, end: time))) }
    let index = split(at: time)
    segments.insert(contentsOf: new, at: index)
    layOut(from: index)
    joinEmpty(around: index..<index + new.count)
  }

  /// Inserts a range in which nothing is shown, and moves everything that was shown from its start on behind it
  /// (CO-12). At or after the track's end this changes nothing.
  package mutating func insertEmpty(_ range: CMTimeRange) {
    guard range.isEditable, range.start < end else { return }
    insert([Segment(emptyIn: range)], at: range.start)
  }

  /// Removes a range, and moves everything that was shown behind it to its start (CO-13). The range may begin before
  /// zero, and may have no end.
  package mutating func remove(_ range: CMTimeRange) {
    // Any other range is used unchanged, because an intersection could round its end.
    let reachesOut = range.start < .zero || range.duration == .positiveInfinity
    let part = reachesOut ? range.intersection(CMTimeRange(start: .zero, end: end)) : range
    guard let indices = split(around: part) else { return }
    segments.removeSubrange(indices)
    layOut(from: indices.lowerBound)
    joinEmpty(around: indices.lowerBound..<indices.lowerBound)
  }

  /// Changes the duration of a range, and moves everything behind it (CO-14). If the track ends within the range, the
  /// part that it has of the range is shown faster or slower by the same ratio.
  ///
  /// - Parameter duration: a positive duration. If it moves the track's end beyond all times, nothing is changed.
  package mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    guard duration.isNumeric, duration > .zero, (end + duration).isNumeric, let indices = split(around: range) else {
      return
    }
    let scaled = CMTimeRange(start: range.start, duration: duration)
    for index in indices {
      let target = segments[index].target
      segments[index].target = CMTimeRange(
        start: CMTimeMapTimeFromRangeToRange(target.start, fromRange: range, toRange: scaled),
        end: CMTimeMapTimeFromRangeToRange(target.end, fromRange: range, toRange: scaled))
    }
    layOut(from: indices.lowerBound)
    joinEmpty(around: indices)
  }

  /// Splits the segments at the borders of a range.
  ///
  /// - Returns: The indices of the segments in the range; `nil` if there are none.
  private mutating func split(around range: CMTimeRange) -> Range<Int>? {
    guard range.isEditable, range.start < end else { return nil }
    let first = split(at: range.start)
    return first..<max(first, split(at: range.end))
  }

  /// Splits the segments at a time.
  ///
  /// - Returns: The index of the segment that begins there; the number of segments if the track ends before.
  private mutating func split(at time: CMTime) -> Int {
    let index = firstIndex(endingAfter: time)
    guard index < segments.count, segments[index].target.start < time else { return index }
    let whole = segments[index]
    // Near the limits of 64 bits times are rounded, so that a part may have no duration: the time is a border then.
    guard let before = whole.part(in: CMTimeRange(start: whole.target.start, end: time)) else { return index }
    guard let after = whole.part(in: CMTimeRange(start: time, end: whole.target.end)) else { return index + 1 }
    segments.replaceSubrange(index...index, with: [before, after])
    return index + 1
  }

  /// Moves each segment to the end of the one before.
  private mutating func layOut(from index: Int) {
    var time = index > 0 ? segments[index - 1].target.end : .zero
    for index in index..<segments.count {
      segments[index].target.start = time
      time = segments[index].target.end
    }
  }

  /// Joins adjacent empty segments. New ones can only be within an edited range or at its borders.
  private mutating func joinEmpty(around edited: Range<Int>) {
    let seconds = max(1, edited.lowerBound)..<max(1, min(edited.upperBound + 1, segments.count))
    guard seconds.contains(where: { segments[$0 - 1].isEmpty && segments[$0].isEmpty }) else { return }
    var joined: [Segment] = []
    joined.reserveCapacity(segments.count)
    for segment in segments {
      if segment.isEmpty, let last = joined.last, last.isEmpty {
        joined[joined.count - 1].target = CMTimeRange(start: last.target.start, end: segment.target.end)
      } else {
        joined.append(segment)
      }
    }
    segments = joined
  }
}

extension CMTimeRange {
  /// A Boolean value that says whether an edit can be made in the range: its start is not negative, and its duration is
  /// positive, also where its end is rounded to what 64 bits hold.
  var isEditable: Bool {
    start.isNumeric && duration.isNumeric && start >= .zero && duration > .zero && start < end
  }
}
