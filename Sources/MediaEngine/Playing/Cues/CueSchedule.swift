package import CoreMedia

/// A sample of a timed track, and the stretch of time in which it is valid.
package struct Cue: Sendable {
  package let sample: CMSampleBuffer
  package let start: CMTime
  package let end: CMTime

  package init(_ sample: CMSampleBuffer, from start: CMTime, to end: CMTime) {
    (self.sample, self.start, self.end) = (sample, start, end)
  }
}

/// The cues of a track around a time, and the moments at which clients are notified of them. A pure value.
///
/// Cues may overlap. Each time at which a cue begins or ends is a moment. Moments are reported once, in the direction
/// of time, and may be reported some time ahead.
package struct CueSchedule: Sendable {
  /// A change of the valid cues.
  package struct Moment: Sendable {
    package let time: CMTime
    /// The cues that are valid from then on, in the order of their starts.
    package let shown: [Cue]
    /// The cues among them that were not valid before.
    package let new: [Cue]
  }

  /// A stretch of time.
  package struct Stretch: Equatable, Sendable {
    package var start: CMTime
    package var end: CMTime

    package init(from start: CMTime, to end: CMTime) { (self.start, self.end) = (start, end) }

    fileprivate func contains(_ time: CMTime) -> Bool { time >= start && time <= end }
  }

  /// The cues, in the order of their starts.
  private var cues: [Cue] = []
  /// The stretch of which all cues are known. It is `nil` at first.
  private var known: Stretch?
  /// The last reported moment. It is `nil` if none was reported since the start or the last flush.
  private var told: CMTime?
  /// The first time whose cues are reported, if none was reported yet. It is `nil` for the time of the first query.
  private var origin: CMTime?
  private var isReversed = false
  /// A Boolean value that says whether a cue was valid at the last reported moment.
  private var isShowing = false

  package init() {}

  // MARK: Knowing

  /// The duration that is read at once.
  private static let stretch = CMTime(value: 10, timescale: 1)
  /// The duration of known cues ahead of the reported ones, so that a busy machine reads in time.
  private static let reserve = CMTime(value: 2, timescale: 1)
  /// The duration of past cues that are kept, because a device's time may go back a little.
  private static let kept = CMTime(value: 1, timescale: 1)

  /// Returns the stretch to read next. It is `nil` if enough is known.
  ///
  /// - Parameter ahead: the time by which moments are reported ahead.
  package func missing(at time: CMTime, ahead: CMTime, isReversed: Bool) -> Stretch? {
    let place = place(at: time)
    guard let known, isInside(known, place, time, isReversed) else {
      return isReversed
        ? Stretch(from: CMTimeMaximum(.zero, place - Self.stretch), to: place + Self.kept)
        : Stretch(from: place, to: place + Self.stretch)
    }
    if isReversed {
      guard known.start > .zero, known.start > time - ahead - Self.reserve else { return nil }
      return Stretch(from: CMTimeMaximum(.zero, known.start - Self.stretch), to: known.start)
    }
    guard known.end < time + ahead + Self.reserve else { return nil }
    return Stretch(from: known.end, to: known.end + Self.stretch)
  }

  /// Adds the cues that are valid at any time of a stretch that `missing(at:ahead:isReversed:)` returned.
  ///
  /// - Parameter isLast: a Boolean value that says whether the track has nothing after the stretch.
  package mutating func add(_ new: [Cue], of stretch: Stretch, isLast: Bool) {
    let end = isLast ? .positiveInfinity : stretch.end
    if let before = known, before.end == stretch.start {
      // Cues that began earlier are known already.
      cues += new.filter { $0.start >= before.end }
      known?.end = end
    } else if let before = known, before.start == stretch.end {
      cues = new.filter { $0.start < before.start } + cues.filter { $0.start >= before.start }
      known?.start = stretch.start
    } else {
      // There is a gap between the stretches: cues that ended in it were not reported.
      (cues, known) = (new, Stretch(from: stretch.start, to: end))
      if told != nil { (told, origin) = (nil, nil) }
    }
  }

  /// Returns the time from which reporting continues, or begins, at a time.
  private func place(at time: CMTime) -> CMTime { told == nil ? origin ?? time : time }

  /// Returns whether reporting can begin, or continue, within the known stretch. A time behind its end that the time
  /// has reached by running is within it.
  private func isInside(_ known: Stretch, _ place: CMTime, _ time: CMTime, _ isReversed: Bool) -> Bool {
    told == nil ? known.contains(place) : isReversed ? time <= known.end : time >= known.start
  }

  /// Forgets the reported cues: those that are valid are reported again.
  package mutating func flush() { (told, origin, isShowing) = (nil, nil, false) }

  /// Sets the time at which reporting begins, if it has not begun: all cues after it are reported, however late they
  /// are read.
  package mutating func begin(at time: CMTime) { origin = origin ?? time }

  // MARK: Telling

  /// Returns the moments that are due at a time.
  ///
  /// - Parameters:
  ///   - ahead: the time by which moments are reported ahead.
  ///   - isReversed: a Boolean value that says whether time runs backward.
  package mutating func moments(at time: CMTime, ahead: CMTime, isReversed: Bool) -> [Moment] {
    if isReversed != self.isReversed {
      if told != nil { (told, origin) = (nil, nil) }
      self.isReversed = isReversed
    }
    let place = place(at: time)
    guard let known, isInside(known, place, time, isReversed) else { return [] }
    var moments: [Moment] = []
    if told == nil {
      told = place
      let shown = cues.filter { $0.start <= place && $0.end > place }
      if !shown.isEmpty || isShowing { moments.append(Moment(time: place, shown: shown, new: shown)) }
      isShowing = !shown.isEmpty
    }
    while let next = nextMoment, isReversed ? next.time >= time - ahead : next.time <= time + ahead {
      told = next.time
      isShowing = !next.shown.isEmpty
      moments.append(next)
    }
    discard(passed: time)
    return moments
  }

  /// Returns the time at which moments must be checked again. It is `nil` if nothing follows.
  ///
  /// - Parameters:
  ///   - ahead: the time by which moments are reported ahead, as in the last call of `moments(at:ahead:isReversed:)`.
  ///   - isReading: a Boolean value that says whether the missing stretch is being read, so that no check is needed for
  ///     it.
  package func nextLook(ahead: CMTime, isReading: Bool = false) -> CMTime? {
    guard let known else { return nil }
    let moment = nextMoment?.time
    if isReading { return moment.map { isReversed ? $0 + ahead : $0 - ahead } }
    if isReversed {
      let edge = known.start > .zero ? known.start + Self.reserve : nil
      return [moment, edge].compactMap { $0 }.max().map { $0 + ahead }
    }
    let edge = known.end.isNumeric ? known.end - Self.reserve : nil
    return [moment, edge].compactMap { $0 }.min().map { $0 - ahead }
  }

  /// The first moment after the last reported one, within the known stretch.
  private var nextMoment: Moment? {
    guard let told, let known else { return nil }
    let times = cues.flatMap { [$0.start, $0.end] }
    if isReversed {
      guard let time = times.filter({ $0 < told && $0 > known.start }).max() else { return nil }
      let shown = cues.filter { $0.start < time && $0.end >= time }
      return Moment(time: time, shown: shown, new: shown.filter { $0.end == time })
    }
    guard let time = times.filter({ $0 > told && $0 < known.end }).min() else { return nil }
    let shown = cues.filter { $0.start <= time && $0.end > time }
    return Moment(time: time, shown: shown, new: shown.filter { $0.start == time })
  }

  private mutating func discard(passed time: CMTime) {
    guard let told, let known else { return }
    if isReversed {
      let edge = CMTimeMaximum(told, time) + Self.kept
      guard edge < known.end else { return }
      cues.removeAll { $0.start >= edge }
      self.known?.end = edge
    } else {
      let edge = CMTimeMinimum(told, time) - Self.kept
      guard edge > known.start else { return }
      cues.removeAll { $0.end <= edge }
      self.known?.start = edge
    }
  }
}
