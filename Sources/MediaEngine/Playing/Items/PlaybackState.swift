package import CoreMedia

/// The decisions about an item that is played: its position, whether its time should run, and the next thing to do. A
/// pure value.
package struct PlaybackState {
  /// Notifies a client whether its request was fulfilled. Code that changes this value must call the returned answers,
  /// each with `false`, with no lock held.
  package typealias Answer = @Sendable (Bool) -> Void

  /// A position to seek.
  package struct Goal {
    /// The position itself, or the one from which the steps count. It is invalid for steps that count from a goal whose
    /// position is not known yet. Before the media is open it may lie outside of it; positive infinity is the end.
    package var time: CMTime
    /// The numbers of pictures to step, one after the other, each limited to the existing pictures.
    package var steps: [Int] = []
    /// The greatest distance of the reached position before the requested one, if that is reached sooner.
    package var toleranceBefore = CMTime.zero
    /// A Boolean value that says whether only the sound must seek: the pictures there are decoded already.
    package var isForSound = false
    /// The rate of the sound from there on.
    package var rate: Double
    var answer: Answer?
  }

  /// A start of the item's time.
  package struct Start: Equatable, Sendable {
    package var rate: Double
    /// The moment at which it begins; `nil` for at once.
    package var moment: Moment?
    /// A Boolean value that says whether it begins with the available media, without waiting for more.
    package var isImmediate: Bool

    package init(rate: Double, moment: Moment? = nil, isImmediate: Bool = false) {
      (self.rate, self.moment, self.isImmediate) = (rate, moment, isImmediate)
    }
  }

  /// A moment at which the time should begin to run.
  package struct Moment: Equatable, Sendable {
    /// The time on the clock.
    package var time: CMTime
    package var clock: CMClock
    /// A Boolean value that says whether the time begins later, with nothing left out, if the moment has passed.
    /// Otherwise it then begins in the middle, as if it had begun at the moment.
    package var leavesNothingOut = false

    package init(time: CMTime, clock: CMClock, leavesNothingOut: Bool = false) {
      (self.time, self.clock, self.leavesNothingOut) = (time, clock, leavesNothingOut)
    }

    package static func == (left: Moment, right: Moment) -> Bool {
      left.time == right.time && left.clock === right.clock && left.leavesNothingOut == right.leavesNothingOut
    }
  }

  /// A period in which the time runs.
  package struct Run {
    package let start: Start
    /// The item's time at the beginning, and the same moment on the item's clock. The item's time stays at this value
    /// until the clock reaches the moment.
    package let time: CMTime
    package let reference: CMTime

    package init(_ start: Start, from time: CMTime, at reference: CMTime) {
      (self.start, self.time, self.reference) = (start, time, reference)
    }

    /// Returns the time that is presented at a time of the item. Until the clock reaches the start, it is the start's.
    package func presentedTime(at time: CMTime) -> CMTime {
      start.rate > 0 ? CMTimeMaximum(self.time, time) : CMTimeMinimum(self.time, time)
    }

    /// Returns whether the clock has reached the start at a time of the item.
    package func hasBegun(at time: CMTime) -> Bool { presentedTime(at: time) != self.time }
  }

  /// The next thing to do.
  package enum Step {
    case go(Goal)
    case arrive(Goal)
    /// Start the time, or stop it if the value is `nil`.
    case run(Start?)
    case finish
    /// Let the following item begin at a moment, or revoke its start if the value is `nil`.
    case handOver(Moment?)
    /// Stop the time until enough of the media ahead is available.
    case stall
    /// Decode ahead.
    case decode
    /// Nothing, until something happens.
    case wait
  }

  private enum Phase { case closed, open, failed, ended }

  private var phase = Phase.closed
  /// The length of the media. It is `nil` before the media is open.
  private var duration: CMTime?
  /// The wanted start. It is `nil` while the time should be stopped.
  package private(set) var wanted: Start?
  /// The current run of the time. It is `nil` while the time is stopped.
  package private(set) var running: Run?
  /// The start that will replace the running one, at a future moment; `nil` if none will.
  private var turning: Start?
  /// The moment at which the following item was told to begin; `nil` if it was not.
  private var handover: Moment?
  /// The newest requested position, and the one that is being sought.
  private var newGoal: Goal?
  private var goal: Goal?
  /// A Boolean value that says whether the end was reached, and nothing was requested since then. The wanted rate is
  /// kept for the next position.
  package private(set) var hasFinished = false
  private var isToRunAnew = false
  /// A Boolean value that says whether the time is stopped because the media ahead is not available.
  package private(set) var isStalled = false
  /// A Boolean value that says whether the time may wait until it can run without a pause (PL-09). Otherwise it begins
  /// at once, and stops for good if the media ahead is not available (PL-10).
  package var waitsToMinimizeStalls = true
  private var ends = (forward: CMTime.invalid, reverse: CMTime.invalid)
  /// The position from which the time runs to its end: the run's start, or the position when an end was last set.
  private var origin = CMTime.zero

  package init() {}

  package var isOpen: Bool { phase == .open }
  package var isEnded: Bool { phase == .ended }

  /// A Boolean value that says whether the media must still be opened.
  package var isToBeOpened: Bool { phase == .closed }

  /// The position that is being sought. It is `nil` if it is not known, or there is no seek.
  package var soughtTime: CMTime? {
    (newGoal ?? goal).flatMap { $0.steps.isEmpty && !$0.isForSound && $0.time.isNumeric ? $0.time : nil }
  }

  /// A Boolean value that says whether a seek of pictures is pending, so that the pictures may not be those of the
  /// time.
  package var isGoing: Bool { (newGoal ?? goal).map { !$0.isForSound } ?? false }

  /// Returns whether all requests are done.
  ///
  /// - Parameter end: the moment at which the following item should begin, as for `nextStep`.
  package func isSettled(handover end: Moment?) -> Bool {
    guard phase == .open else { return phase != .closed }
    return newGoal == nil && goal == nil && (hasFinished || wanted == promised && end == handover)
  }

  /// The start that is running, or will replace the running one.
  private var promised: Start? { turning ?? running?.start }

  // MARK: Requests of clients

  /// Changes the rate. A rate that is wanted already keeps its moment.
  ///
  /// - Parameter isImmediate: a Boolean value that says whether the time begins with the available media (PL-08). It
  ///   has no effect while the time runs.
  package mutating func setRate(_ rate: Double, moment: Moment? = nil, isImmediate: Bool = false) {
    if moment == nil, wanted?.rate == rate, !isImmediate || promised?.rate == rate { return }
    let new = rate == 0 ? nil : Start(rate: rate, moment: moment, isImmediate: isImmediate)
    if new != wanted { hasFinished = false }
    if new == nil { isStalled = false }
    wanted = new
  }

  /// Revokes a start that was scheduled: the time stays where it should have begun.
  package mutating func takeBackStart() {
    wanted = nil
    if let running, newGoal == nil { newGoal = Goal(time: running.time, rate: running.start.rate) }
  }

  /// Forgets that the following item was told to begin.
  ///
  /// - Returns: Whether it was told to.
  package mutating func takeBackHandover() -> Bool {
    defer { handover = nil }
    return handover != nil
  }

  /// Seeks a position. With an answer it must lie within the media; otherwise it is moved to the nearest position
  /// within (PI-32).
  ///
  /// - Parameters:
  ///   - time: the position. Positive infinity is the end.
  ///   - tolerance: the greatest distance of the reached position before the requested one. At the end it is zero,
  ///     because a client that seeks the end does not want an earlier picture.
  /// - Returns: The answers to earlier seeks, and its own answer if the item is over, or the position is outside of the
  ///   media. Before the media is open that is not known: `open(duration:)` returns the answer then.
  package mutating func seek(
    to time: CMTime, toleranceBefore tolerance: CMTime = .zero, answer: Answer? = nil
  ) -> [Answer] {
    guard isAtWork else { return [answer].compactMap { $0 } }
    let asked = Goal(time: time, toleranceBefore: tolerance, rate: wanted?.rate ?? 1, answer: answer)
    // Earlier seeks end in any case.
    guard let new = withinMedia(asked) else { return cancelSeeks() + [answer].compactMap { $0 } }
    let overtaken = takeAnswers()
    newGoal = new
    return overtaken
  }

  /// Returns a goal with its position moved into the media, as far as the media is known. It is `nil` for a position
  /// that cannot be sought.
  private func withinMedia(_ goal: Goal) -> Goal? {
    guard let duration else { return goal }
    let place = CMTimeMinimum(CMTimeMaximum(.zero, goal.time), duration)
    // Media without a stated duration has no known end to seek.
    guard place.isNumeric, goal.answer == nil || place == goal.time else { return nil }
    var goal = goal
    if place != goal.time { goal.time = place }
    if place >= duration { goal.toleranceBefore = .zero }
    return goal
  }

  /// Steps a number of pictures from the position that is being sought, if there is one.
  ///
  /// - Parameter time: the position to step from if there is none.
  /// - Returns: The answers to earlier seeks.
  package mutating func step(by count: Int, from time: CMTime) -> [Answer] {
    guard isAtWork else { return [] }
    let overtaken = takeAnswers()
    newGoal = newGoal ?? Goal(time: goal == nil ? time : .invalid, rate: wanted?.rate ?? 1)
    newGoal?.isForSound = false
    newGoal?.steps.append(count)
    return overtaken
  }

  /// Decodes ahead for a rate.
  ///
  /// - Returns: The answer, if the time runs, a seek is pending, or the item is over.
  package mutating func preroll(rate: Double, at time: CMTime, answer: Answer?) -> [Answer] {
    guard isAtWork, wanted == nil, goal == nil, newGoal == nil else { return [answer].compactMap { $0 } }
    newGoal = Goal(time: time, isForSound: true, rate: rate, answer: answer)
    return []
  }

  /// Gives up the pending prerolls, and returns their answers.
  package mutating func cancelPrerolls() -> [Answer] { isForSound ? takeAnswers() : [] }

  /// Cancels the pending seeks, and returns their answers. The current position is reached all the same.
  package mutating func cancelSeeks() -> [Answer] { isForSound ? [] : takeAnswers() }

  /// A Boolean value that says whether a preroll is pending, since a seek would have ended it.
  private var isForSound: Bool { (newGoal ?? goal)?.isForSound ?? false }

  private mutating func takeAnswers() -> [Answer] {
    defer {
      goal?.answer = nil
      newGoal?.answer = nil
    }
    return [goal?.answer, newGoal?.answer].compactMap { $0 }
  }

  /// Sets the times at which playing ends, forward and backward. A time that is not numeric means the media's end or
  /// start.
  ///
  /// - Parameter time: the item's time now.
  package mutating func setEnds(forward: CMTime, reverse: CMTime, at time: CMTime) {
    if let running, time.isNumeric {
      // The position may already be after the former end, which was not noticed yet.
      let (place, rate) = (running.presentedTime(at: time), running.start.rate)
      let end = end(rate: rate, duration: .positiveInfinity)
      origin = rate > 0 ? CMTimeMinimum(place, end) : CMTimeMaximum(place, end)
    }
    ends = (forward, reverse)
    hasFinished = false
  }

  /// Ends the item, and returns the pending answers.
  package mutating func end() -> [Answer] { close(as: .ended) }

  // MARK: Events

  /// Notes that the media is open. Its first position is the start, if no other was requested.
  ///
  /// - Parameter duration: the duration of the media, indefinite if the container does not state it.
  /// - Returns: The answer to an earlier seek whose position is outside of the media.
  package mutating func open(duration: CMTime) -> [Answer] {
    guard phase == .closed else { return [] }
    (phase, self.duration) = (.open, duration)
    let asked = newGoal
    let possible = asked.flatMap { withinMedia($0) }
    newGoal = possible ?? Goal(time: .zero, rate: wanted?.rate ?? 1)
    return possible == nil ? [asked?.answer].compactMap { $0 } : []
  }

  /// Notes that the item cannot be played.
  ///
  /// - Returns: The pending answers.
  package mutating func fail() -> [Answer] { isAtWork ? close(as: .failed) : [] }

  private mutating func close(as phase: Phase) -> [Answer] {
    defer { (self.phase, goal, newGoal) = (phase, nil, nil) }
    return takeAnswers()
  }

  private var isAtWork: Bool { phase == .closed || phase == .open }

  /// Notes that the goal's position is known.
  package mutating func goes(to time: CMTime) {
    goal?.time = time
    goal?.steps = []
    goal?.toleranceBefore = .zero
  }

  /// Notes that the pictures are opened again: they must seek the position that is being sought, or else a time.
  package mutating func goesAnew(to time: CMTime) {
    guard newGoal == nil else { return }
    newGoal = goal ?? Goal(time: time, rate: wanted?.rate ?? 1)
    newGoal?.isForSound = false
    goal = nil
  }

  /// Notes that the goal's position is decoded.
  ///
  /// - Returns: The answer to give with `true`.
  package mutating func hasArrived() -> Answer? {
    defer {
      endGoal()
      (hasFinished, isStalled) = (false, false)
    }
    return goal?.answer
  }

  /// Ends the goal: steps that wait for its position count from there.
  private mutating func endGoal() {
    if let goal, newGoal?.time.isValid == false {
      newGoal?.time = goal.time
      newGoal?.steps.insert(contentsOf: goal.steps, at: 0)
    }
    goal = nil
  }

  /// Notes that the sound was replaced, or must be for the wanted rate: it is decoded before the time runs on. A
  /// pending seek applies to the new sound too, and after the end there is nothing to hear: then nothing changes.
  package mutating func remakesSound(at time: CMTime) {
    if newGoal != nil || goal != nil || hasFinished { return }
    newGoal = Goal(time: time, isForSound: true, rate: wanted?.rate ?? 1)
  }

  /// Notes that the time must begin at another position and moment: it could not begin at its own moment, so it begins
  /// where it would be then.
  package mutating func joins(at time: CMTime, _ moment: Moment) {
    wanted?.moment = moment
    if newGoal == nil { newGoal = Goal(time: time, rate: wanted?.rate ?? 1) }
  }

  package mutating func runs(_ run: Run) { (running, turning, isStalled, origin) = (run, nil, false, run.time) }

  /// Notes that the time is stopped.
  ///
  /// - Parameter hasBegun: a Boolean value that says whether the moment at which the time should have begun has passed.
  ///   A new run then begins at once.
  package mutating func stands(hasBegun: Bool = true) {
    if hasBegun, wanted == running?.start { wanted?.moment = nil }
    (running, turning) = (nil, nil)
  }

  /// Notes that the time continues, and from a moment on continues as another start says, without a pause in between.
  ///
  /// - Parameter start: the other start; `nil` if nothing changes.
  package mutating func turns(to start: Start?) { turning = running == nil ? nil : start }

  /// Notes that the time is stopped because the media ahead is not available.
  package mutating func stalls() {
    isStalled = true
    // If it may not wait, only a client can start it again.
    if waitsToMinimizeStalls { wanted?.isImmediate = false } else { wanted = nil }
    wanted?.moment = nil
  }

  /// Notes that the time must be started again at its current position, in the wanted way.
  package mutating func runsAnew() { isToRunAnew = running != nil }
  package mutating func handsOver(at moment: Moment?) { handover = moment }

  /// Notes that the time has reached its end, and that the following item has begun if it was told to.
  package mutating func hasReachedEnd() { (hasFinished, handover) = (true, nil) }

  /// Ends the seek, and stops the time, because the media for continuing cannot be decoded.
  ///
  /// - Returns: The pending answer.
  package mutating func cannotGoOn() -> [Answer] {
    defer {
      endGoal()
      wanted = nil
    }
    return [goal?.answer].compactMap { $0 }
  }

  // MARK: Decisions

  /// Returns the time at which playing ends in the direction of a rate, within the media. A running time that has
  /// passed its end does not go back: it ends where it is.
  ///
  /// - Parameter decodableEnd: the time after which nothing can be decoded.
  package func end(rate: Double, duration: CMTime, decodableEnd: CMTime = .positiveInfinity) -> CMTime {
    let isForward = rate > 0
    let (wanted, own) = isForward ? (ends.forward, duration) : (ends.reverse, CMTime.zero)
    var end = wanted.isNumeric ? wanted : own
    if isForward { end = CMTimeMinimum(end, decodableEnd) }
    if let running, (running.start.rate > 0) == isForward {
      end = isForward ? CMTimeMaximum(end, origin) : CMTimeMinimum(end, origin)
    }
    return CMTimeMinimum(CMTimeMaximum(.zero, end), duration)
  }

  /// Returns the next thing to do.
  ///
  /// - Parameters:
  ///   - isReady: a Boolean value that says whether the pictures and the sound at the sought position are decoded.
  ///   - isAtEnd: a Boolean value that says whether the time has reached its end in the direction in which it runs.
  ///   - end: the moment at which the following item should begin. It is `nil` if none follows, or it is not known.
  ///   - isStarved: a Boolean value that says whether the media ahead is missing while the time runs.
  ///   - isBuffered: a Boolean value that says whether enough is available for playing on without a pause.
  package mutating func nextStep(
    isReady: Bool, isAtEnd: Bool, handover end: Moment? = nil, isStarved: Bool = false, isBuffered: Bool = true
  ) -> Step {
    guard phase == .open else { return .wait }
    if newGoal != nil { endGoal() }
    if let new = newGoal {
      (goal, newGoal) = (new, nil)
      return .go(new)
    }
    if let goal { return isReady ? .arrive(goal) : .wait }
    if wanted != promised || isToRunAnew, !hasFinished {
      if let wanted, running == nil, !isBuffered, isStalled || waitsToMinimizeStalls && !wanted.isImmediate {
        return .decode
      }
      isToRunAnew = false
      return .run(wanted)
    }
    guard running != nil else { return .decode }
    if isStarved, !isAtEnd { return .stall }
    if end != handover { return .handOver(end) }
    return isAtEnd ? .finish : .decode
  }
}
