package import CoreMedia

/// A sample of a timed track, and the stretch of time for which it holds.
package struct Cue: Sendable {
  package let sample: CMSampleBuffer
  package let start: CMTime
  package let end: CMTime

  package init(_ sample: CMSampleBuffer, from start: CMTime, to end: CMTime) {
    (self.sample, self.start, self.end) = (sample, start, end)
  }
}

/// The cues of a track around a time, and their moments, at which clients are told of them. A pure value.
///
/// Cues may overlap. Each time at which one begins or ends is a moment. It is told once, in the direction of time, and
/// may be told some time ahead.
package struct CueSchedule: Sendable {
  /// A change of the cues that hold.
  package struct Moment: Sendable {
    package let time: CMTime
    /// The cues that hold from then on, in the order of their starts.
    package let shown: [Cue]
    /// The cues among them that did not hold before.
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
  /// The stretch whose cues are all here. It is `nil` at first.
  private var known: Stretch?
  /// The moment that was told last. It is `nil` where none was told since the start or the last flush.
  private var told: CMTime?
  /// The first time whose cues are told, where none was told yet. It is `nil` for the time at which somebody asks
  /// first.
  private var origin: CMTime?
  private var isReversed = false
  /// A Boolean value that says whether something held at the moment that was told last.
  private var isShowing = false

  package init() {}

  // MARK: Knowing

  /// The time that is read at once.
  private static let stretch = CMTime(value: 10, timescale: 1)
  /// The time that is known ahead of the cues that are told, so that a busy machine reads in time.
  private static let reserve = CMTime(value: 2, timescale: 1)
  /// The time that is kept behind: a device's time may go back a little.
  private static let kept = CMTime(value: 1, timescale: 1)

  /// Returns the stretch that is to be read next. It is `nil` where enough is known.
  ///
  /// - Parameter ahead: the time by which moments are told ahead.
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

  /// Takes the cues that hold at any time of a stretch, which `missing(at:ahead:isReversed:)` gave.
  ///
  /// - Parameter isLast: a Boolean value that says whether the track has nothing behind the stretch.
  package mutating func add(_ new: [Cue], of stretch: Stretch, isLast: Bool) {
    let end = isLast ? .positiveInfinity : stretch.end
    if let before = known, before.end == stretch.start {
      // Cues that began before are here already.
      cues += new.filter { $0.start >= before.end }
      known?.end = end
    } else if let before = known, before.start == stretch.end {
      cues = new.filter { $0.start < before.start } + cues.filter { $0.start >= before.start }
      known?.start = stretch.start
    } else {
      // Cues that ended in between were not told.
      (cues, known) = (new, Stretch(from: stretch.start, to: end))
      if told != nil { (told, origin) = (nil, nil) }
    }
  }

  /// Returns the place from which telling goes on, or begins, at a time.
  private func place(at time: CMTime) -> CMTime { told == nil ? origin ?? time : time }

  /// Returns whether telling can begin, or go on, within the known stretch: time that is behind its end came there by
  /// itself.
  private func isInside(_ known: Stretch, _ place: CMTime, _ time: CMTime, _ isReversed: Bool) -> Bool {
    told == nil ? known.contains(place) : isReversed ? time <= known.end : time >= known.start
  }

  /// Forgets the cues that were told: those that hold are told again.
  package mutating func flush() { (told, origin, isShowing) = (nil, nil, false) }

  /// Lets telling begin at a time, where it has not begun: all cues after it are told, however late they are read.
  package mutating func begin(at time: CMTime) { origin = origin ?? time }

  // MARK: Telling

  /// Returns the moments that are due at a time.
  ///
  /// - Parameters:
  ///   - ahead: the time by which they are told ahead.
  ///   - isReversed: a Boolean value that says whether time goes back.
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

  /// Returns the time at which this has to be looked at again. It is `nil` where nothing follows.
  ///
  /// - Parameters:
  ///   - ahead: the time by which moments are told ahead, as in the call of `moments(at:ahead:isReversed:)` before.
  ///   - isReading: a Boolean value that says whether the missing stretch is being read, so that it need not be looked
  ///     for.
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

  /// The first moment behind the one that was told last, within the known stretch.
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
