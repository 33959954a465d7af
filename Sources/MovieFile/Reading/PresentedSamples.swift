import MediaSupport

/// A sample as an edit shows it. All times are in ticks of the media, on the presentation's time line.
package struct PresentedSample: Hashable, Sendable {
  package var sample: TrackSample
  /// The time at which the whole sample would be shown, which can be before the edit.
  package var presentationTime: Int64
  /// The decode time. No sample is decoded after it is shown.
  package var decodeTime: Int64
  /// The duration as the tables state it: for pictures, that of decoding.
  package var duration: Int64
  /// The interval in which the sample is shown or heard. A picture is shown until the next one is. It is `nil` for a
  /// sample that is only decoded because others depend on it.
  package var shown: Range<Int64>?
  /// A Boolean value that says whether it is the last sample of the track.
  package var isLast: Bool
}

/// The samples of a track in decode order as its edit list shows them, including those that their decoding depends on:
/// a pure value.
///
/// Each edit begins with the last random-access point at or before its start, and ends with the last sample that it
/// shows. The picture that is current when an edit begins is shown from the edit's start on. Each picture is shown
/// until the next one in presentation order, and the current one at the edit's end until that end. Sound is cut in the
/// same way. Nothing is unpacked in advance: an edit is examined when it is reached.
package struct PresentedSamples {
  /// The time before an edit's start from which sound is decoded: more than decoders need for running up.
  package static let soundRunUpSeconds: Int32 = 1

  private let index: SampleIndex
  private let edits: EditMap?
  private let isSound: Bool
  /// The amount by which all samples are decoded earlier than the tables state, so that none is shown before it is
  /// decoded.
  private let decodeShift: Int64
  /// A Boolean value that says whether each sample is presented for as long as the tables state.
  private let lastsAsStated: Bool
  /// The index of the current edit, with the part that it shows; the number of edits after the last.
  private var place = 0
  private var part: Part?
  private var samples: EndedSamples

  /// - Parameter edits: the edit list; `nil` for all of the media, at its own times.
  package init(_ track: Track, _ edits: EditMap?) { self.init(SampleIndex(track), edits) }

  package init(_ index: SampleIndex, _ edits: EditMap?) {
    self.index = index
    self.edits = edits.flatMap { $0.isIdentity ? nil : $0 }
    let track = index.track
    isSound = track.kind == .audio
    decodeShift = track.decodeShift
    lastsAsStated = track.kind != .video || !track.hasCompositionOffsets && track.fragmentRuns.isEmpty
    samples = EndedSamples(track.samples.makeIterator(), asStated: lastsAsStated, decodeShift: decodeShift)
  }

  // MARK: Reading

  /// Returns the next sample; `nil` at the end.
  package mutating func next() -> PresentedSample? {
    while true {
      if part == nil, !enter() { return nil }
      if let part, let (sample, end) = samples.next(), sample.index <= part.last {
        return presented(sample, until: end, by: part)
      }
      part = nil
      place += 1
    }
  }

  /// Goes back to the first sample.
  package mutating func rewind() {
    place = 0
    part = nil
  }

  /// Seeks to the last sample from which everything can be decoded that is shown at a time or later; to the first if
  /// none is that early.
  package mutating func seek(to time: Int64) {
    place = edits?.place(at: time) ?? 0
    part = nil
    guard enter(), let part else { return }
    let wanted = part.mediaTime(at: time)
    guard wanted > part.mediaStart else { return }
    let found = lastAccessPoint(at: wanted, from: min(lastDecoded(shownAt: wanted), part.last))
    if found > part.first { readSamples(from: found) }
  }

  private mutating func readSamples(from first: Int) {
    let found = first == 0 ? index.track.samples.makeIterator() : index.samples(from: first)
    samples = EndedSamples(found, asStated: lastsAsStated, decodeShift: decodeShift)
  }

  /// Moves to the first sample of the edit at `place`, or of the next one that shows any media.
  ///
  /// - Returns: `false` if no edit follows.
  private mutating func enter() -> Bool {
    guard let edits else {
      guard place == 0 else { return false }
      part = Part()
      readSamples(from: 0)
      return true
    }
    while place < edits.spans.count {
      if let part = part(of: edits.spans[place], isLast: place == edits.spans.count - 1, edits) {
        self.part = part
        readSamples(from: part.first)
        return true
      }
      place += 1
    }
    return false
  }

  // MARK: The part of an edit

  /// The part of the media that an edit shows. Times are the media's.
  private struct Part {
    /// The indices of the first and the last sample.
    var first = 0
    var last = Int.max
    var mediaStart = Int64.min
    /// The end of the shown media; the largest number if it is the media's own end.
    var mediaEnd = Int64.max
    /// The time of the presentation at which `mediaStart` is shown.
    var start = Int64.min
    var rate = Edit.normalRate
    /// The stretch in which one moment is shown; `nil` for media that runs.
    var dwelling: Range<Int64>?
    /// The picture that began before the edit, and is current when the edit begins: its index and its end.
    var opening: (index: Int, end: Int64)?
    /// The picture that is shown last: its index and its end.
    var closing: (index: Int, end: Int64)?

    func presentation(of time: Int64) -> Int64 {
      let distance = time &- mediaStart
      if rate == Edit.normalRate || rate <= 0 { return start &+ distance }
      let scaled = distance.magnitude.multipliedFullWidth(by: UInt64(Edit.normalRate))
      guard scaled.high < UInt64(rate) else { return distance < 0 ? .min / 2 : .max / 2 }
      // A moment between two ticks of the presentation is shown with the later one.
      let (quotient, remainder) = UInt64(rate).dividingFullWidth(scaled)
      let ticks = Int64(clamping: quotient)
      return distance < 0 ? start &- ticks : start &+ ticks &+ (remainder > 0 ? 1 : 0)
    }

    func mediaTime(at time: Int64) -> Int64 {
      if rate == Edit.normalRate { return mediaStart &+ (time &- start) }
      let (ticks, overflow) = max(0, time &- start).multipliedReportingOverflow(by: Int64(max(0, rate)))
      return overflow ? .max : mediaStart &+ ticks / Int64(Edit.normalRate)
    }
  }

  /// Returns the part of an edit; `nil` where it shows nothing.
  private func part(of span: EditMap.Span, isLast: Bool, _ edits: EditMap) -> Part? {
    guard let media = span.media, !isSound || span.rate > 0 else { return nil }
    var part = Part(mediaStart: media.lowerBound, start: span.presentation.lowerBound)
    if span.presentation.isEmpty {
      // Media that is shown for less than a tick is included, but hidden.
      guard span.duration ?? 0 > 0 else { return nil }
      part.first = lastAccessPoint(at: part.mediaStart, from: lastDecoded(shownAt: part.mediaStart))
      part.last = max(part.first, lastDecoded(shownAt: part.mediaStart))
      part.mediaEnd = part.mediaStart
      return part
    }
    if isSound {
      // Sound is returned at its own speed, for as long as the edit lasts.
      part.mediaEnd = part.mediaStart &+ Int64(span.presentation.count)
    } else {
      part.rate = span.rate
      part.mediaEnd = media.isEmpty ? media.lowerBound &+ 1 : media.upperBound
      if media.isEmpty { part.dwelling = span.presentation }
    }
    guard isSound else { return pictures(part, isLast: isLast, tick: edits.tick) }
    // The movie's coarser ticks can have rounded the end of the last edit.
    if isLast, index.track.endOfSamples &- part.mediaEnd < edits.tick { part.mediaEnd = .max }
    return sound(part)
  }

  /// The latest presentation time, among as many samples at the end as can be reordered.
  private var latestTime: Int64 {
    let count = index.lastIndex + 1
    return (max(0, count - Track.reorderingWindow)..<count).reduce(Int64.min) { latest, place in
      max(latest, index[place]?.presentationTime ?? latest)
    }
  }

  private func sound(_ part: Part) -> Part? {
    var part = part
    let runUp = Int64(Self.soundRunUpSeconds) &* Int64(max(1, index.track.timeScale))
    let start = part.mediaStart &- runUp
    part.first = lastAccessPoint(at: start, from: index.index(decodedAt: start) ?? 0)
    if part.mediaEnd < .max { part.last = index.index(decodedAt: part.mediaEnd &- 1) ?? -1 }
    guard part.last >= part.first, index.track.endOfSamples > part.mediaStart else { return nil }
    return part
  }

  private func pictures(_ part: Part, isLast: Bool, tick: Int64) -> Part? {
    var part = part
    let start = part.mediaStart
    part.first = lastAccessPoint(at: start, from: lastDecoded(shownAt: start))
    part.opening = opening(at: start, from: part.first)
    let limit = part.mediaEnd
    let latest = lastDecoded(shownAt: limit &- 1)
    var last: TrackSample?
    for place in (part.first...max(part.first, latest)).reversed() {
      guard let sample = index[place] else { continue }
      let time = sample.presentationTime
      let isShown = time < limit && time >= start || place == part.opening?.index
      if isShown {
        if last == nil { part.last = place }
        if time > last?.presentationTime ?? .min { last = sample }
      }
      // Everything that is decoded before a random-access point is also shown before it.
      if let last, sample.isAccessPoint, time <= last.presentationTime { break }
    }
    guard let last else { return nil }
    part.closing = closing(last, in: part, isLast: isLast, tick: tick)
    return part
  }

  /// Returns the current picture at a time, if it began before the time; `nil` if one begins then, or there is none.
  private func opening(at time: Int64, from first: Int) -> (index: Int, end: Int64)? {
    var on: TrackSample?
    var next: Int64?
    var iterator = first == 0 ? index.track.samples.makeIterator() : index.samples(from: first)
    while let sample = iterator.next() {
      // Later samples are decoded later, and none is shown before it is decoded.
      if let next, sample.decodeTime &- decodeShift >= next { break }
      let shown = sample.presentationTime
      if shown <= time {
        if shown >= on?.presentationTime ?? .min { on = sample }
      } else {
        next = min(next ?? .max, shown)
      }
    }
    guard let on, on.presentationTime < time else { return nil }
    let end = next ?? (on.presentationTime &+ on.duration)
    return end > time ? (on.index, end) : nil
  }

  /// Returns the end of the last picture that an edit shows, which is the edit's end. It may be within the picture's
  /// own duration, or after it, because reordered pictures have durations of decoding, not of showing. It is `nil` if
  /// the edit's end is not after the picture's start.
  private func closing(
    _ last: TrackSample, in part: Part, isLast: Bool, tick: Int64
  ) -> (index: Int, end: Int64)? {
    let end = part.mediaEnd
    let isOpening = last.index == part.opening?.index
    let ownEnd = isOpening ? part.opening?.end ?? 0 : last.statedEnd
    let isLastOfTrack = last.presentationTime >= latestTime
    let mediaEnd = isLastOfTrack ? max(ownEnd, earliestTime &+ index.track.mediaDuration) : end
    let shownEnd = min(end, mediaEnd)
    guard shownEnd > max(part.mediaStart, last.presentationTime) else { return nil }
    // A difference within the movie's coarser ticks is only rounding.
    let tolerance = isLast ? tick : 1
    return (last.index, (shownEnd &- ownEnd).magnitude >= tolerance ? shownEnd : ownEnd)
  }

  /// The earliest presentation time, among as many samples as can be reordered.
  private var earliestTime: Int64 {
    index.track.samples.prefix(Track.reorderingWindow).map(\.presentationTime).min() ?? 0
  }

  /// Returns the index of the last sample that can be shown at or before a time: later ones are decoded after the time.
  private func lastDecoded(shownAt time: Int64) -> Int {
    let (shifted, overflow) = time.addingReportingOverflow(decodeShift)
    return index.index(decodedAt: overflow ? .max : shifted) ?? 0
  }

  /// Returns the index of the last random-access point that is shown at or before a time, searching back from an index;
  /// 0 if there is none. If several begin at the same time, such as metadata of a moment and the samples that follow
  /// it, it is the first of them.
  private func lastAccessPoint(at time: Int64, from place: Int) -> Int {
    var place = place
    while place > 0 {
      if let sample = index[place], sample.isAccessPoint, sample.presentationTime <= time {
        guard !isSound, sample.presentationTime == time, let before = index[place - 1], before.isAccessPoint,
          before.presentationTime == time
        else { return place }
      }
      place -= 1
    }
    return 0
  }

  private func presented(_ sample: TrackSample, until end: Int64, by part: Part) -> PresentedSample {
    let time = sample.presentationTime
    return PresentedSample(
      sample: sample, presentationTime: part.presentation(of: time),
      decodeTime: part.presentation(of: sample.decodeTime &- decodeShift), duration: sample.duration,
      shown: shown(sample, until: end, by: part), isLast: sample.index == index.count - 1)
  }

  private func shown(_ sample: TrackSample, until sampleEnd: Int64, by part: Part) -> Range<Int64>? {
    let time = sample.presentationTime
    var (start, end) = (time, sampleEnd)
    if isSound {
      (start, end) = (max(start, part.mediaStart), min(end, part.mediaEnd))
      guard start < end || sample.duration == 0 && start == time && time < part.mediaEnd else { return nil }
    } else {
      guard time < part.mediaEnd else { return nil }
      if time < part.mediaStart {
        guard let opening = part.opening, opening.index == sample.index else { return nil }
        (start, end) = (part.mediaStart, opening.end)
      }
      if let closing = part.closing, closing.index == sample.index { end = closing.end }
      if let dwelling = part.dwelling { return dwelling }
    }
    let first = part.presentation(of: start)
    return first..<max(first, part.presentation(of: end))
  }
}

/// The samples of a track in decode order, each with the end of its presentation. A picture's presentation ends when
/// the next picture's starts.
private struct EndedSamples {
  private var samples: SampleSequence.Iterator
  /// The calculation of ends. It is `nil` if each sample is presented for as long as the tables state.
  private var ends: PresentationEnds<TrackSample>?
  private let decodeShift: Int64
  /// The end of the last sample's decoding, and its duration.
  private var last: (end: Int64, duration: Int64)?
  private var isAtEnd = false

  init(_ samples: SampleSequence.Iterator, asStated: Bool, decodeShift: Int64) {
    (self.samples, self.decodeShift) = (samples, decodeShift)
    ends = asStated ? nil : PresentationEnds()
  }

  mutating func next() -> (sample: TrackSample, end: Int64)? {
    if ends == nil { return samples.next().map { ($0, $0.statedEnd) } }
    while !isAtEnd, ends?.isReady == false { lookAhead() }
    return ends?.next().map { ($0.picture, $0.end ?? $0.picture.statedEnd) }
  }

  private mutating func lookAhead() {
    guard let sample = samples.next() else {
      isAtEnd = true
      return
    }
    // A hole results only from damage, and nothing is shown in it. Writers round the times of fragments, so a gap
    // shorter than half of a sample is no hole.
    let follows = last.map { sample.decodeTime &- $0.end <= $0.duration / 2 } ?? true
    last = (sample.decodeTime &+ sample.duration, sample.duration)
    ends?.add(
      sample, shownAt: sample.presentationTime, decodedAt: sample.decodeTime &- decodeShift, follows: follows)
  }
}

extension TrackSample {
  /// The end of its presentation by its own duration. For reordered pictures that is the duration of decoding.
  fileprivate var statedEnd: Int64 { presentationTime &+ max(0, duration) }
}

extension EditMap {
  /// Returns the index of the span that shows media at a time, or of the next one that does; of the last one if none
  /// follows.
  fileprivate func place(at time: Int64) -> Int {
    let next = spans.indices[firstSpan(endingAfter: time)...].first { spans[$0].media != nil }
    return next ?? spans.indices.last { spans[$0].media != nil } ?? 0
  }
}

extension Track {
  /// The number of samples among which the first shown picture is: H.264 and HEVC reorder by at most 16 pictures.
  package static let reorderingWindow = 17

  /// The time by which samples would be shown before they are decoded; 0 where none would.
  fileprivate var decodeShift: Int64 {
    guard hasCompositionOffsets else { return 0 }
    var least: Int64 = 0
    forEachCompositionRun { if $0.count > 0 { least = min(least, $0.value) } }
    return -least
  }
}
