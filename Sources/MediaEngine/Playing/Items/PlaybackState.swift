package import CoreMedia

/// The decisions about an item at work: its place, whether its time is to run, and the next thing to do. A pure value.
package struct PlaybackState {
  /// Tells a client whether its wish was fulfilled. Whoever changes this value calls the answers that it returns, each
  /// with `false`, with no lock held.
  package typealias Answer = @Sendable (Bool) -> Void

  /// A place to go to.
  package struct Goal {
    /// The place itself, or the one from which the steps count. It is invalid for steps from the goal before, whose place
    /// is not known yet. Before the media is open it may lie outside of it, and the end is the positive infinity.
    package var time: CMTime
    /// Numbers of pictures to go, one after the other, each as far as there are pictures.
    package var steps: [Int] = []
    /// The time that the place may be before the one that was asked for, where that is sooner there.
    package var toleranceBefore = CMTime.zero
    /// A Boolean value that says whether only the sound has to go there: the pictures around it are decoded already.
    package var isForSound = false
    /// The rate of the sound from there on.
    package var rate: Double
    var answer: Answer?
  }

  /// A start of the time.
  package struct Start: Equatable, Sendable {
    package var rate: Double
    /// The moment at which it begins. It is `nil` for at once.
    package var moment: Moment?
    /// A Boolean value that says whether it begins with what is there, without waiting for more.
    package var isImmediate: Bool

    package init(rate: Double, moment: Moment? = nil, isImmediate: Bool = false) {
      (self.rate, self.moment, self.isImmediate) = (rate, moment, isImmediate)
    }
  }

  /// A moment at which the time is to begin.
  package struct Moment: Equatable, Sendable {
    /// The time on the clock.
    package var time: CMTime
    package var clock: CMClock
    /// A Boolean value that says whether the time begins later, with nothing left out, where the moment is over.
    /// Otherwise it begins in the middle then, as though it had begun at the moment.
    package var leavesNothingOut = false

    package init(time: CMTime, clock: CMClock, leavesNothingOut: Bool = false) {
      (self.time, self.clock, self.leavesNothingOut) = (time, clock, leavesNothingOut)
    }

    package static func == (left: Moment, right: Moment) -> Bool {
      left.time == right.time && left.clock === right.clock && left.leavesNothingOut == right.leavesNothingOut
    }
  }

  /// A run of the time.
  package struct Run {
    package let start: Start
    /// The item's time at which it began, and the same moment on the item's clock. The item's time is not before it
    /// while the clock is not there yet.
    package let time: CMTime
    package let reference: CMTime

    package init(_ start: Start, from time: CMTime, at reference: CMTime) {
      (self.start, self.time, self.reference) = (start, time, reference)
    }

    /// Returns the time that is presented at a time of the item: that of the start, while the clock is not there yet.
    package func presentedTime(at time: CMTime) -> CMTime {
      start.rate > 0 ? CMTimeMaximum(self.time, time) : CMTimeMinimum(self.time, time)
    }

    /// Returns whether the clock is there at a time of the item.
    package func hasBegun(at time: CMTime) -> Bool { presentedTime(at: time) != self.time }
  }

  /// The next thing to do.
  package enum Step {
    case go(Goal)
    case arrive(Goal)
    /// Let the time run, or stand where it is `nil`.
    case run(Start?)
    case finish
    /// Let the item that follows begin at a moment, or not where it is `nil`.
    case handOver(Moment?)
    /// Let the time stand until enough of the media ahead is there.
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
  /// The start that is wanted. It is `nil` while the time is to stand.
  package private(set) var wanted: Start?
  /// The run of the time. It is `nil` while the time stands.
  package private(set) var running: Run?
  /// The start that takes the place of the running one, at a moment that comes. It is `nil` where none does.
  private var turning: Start?
  /// The moment at which the item that follows was told to begin. It is `nil` where it was not.
  private var handover: Moment?
  /// The newest place that was asked for, and the one that is being gone to.
  private var newGoal: Goal?
  private var goal: Goal?
  /// A Boolean value that says whether the end was reached, and nothing was asked for since then. The wanted rate is
  /// kept for the next place.
  package private(set) var hasFinished = false
  private var isToRunAnew = false
  /// A Boolean value that says whether the time stands because the media ahead is not there.
  package private(set) var isStalled = false
  /// A Boolean value that says whether the time may wait until playing on will need no pause (PL-09). Otherwise it
  /// begins at once, and stands for good where the media ahead is not there (PL-10).
  package var waitsToMinimizeStalls = true
  private var ends = (forward: CMTime.invalid, reverse: CMTime.invalid)
  /// The place from which the time runs to its end: the run's start, or where it was when an end was set last.
  private var origin = CMTime.zero

  package init() {}

  package var isOpen: Bool { phase == .open }
  package var isEnded: Bool { phase == .ended }

  /// A Boolean value that says whether the media is still to be opened.
  package var isToBeOpened: Bool { phase == .closed }

  /// The place that is gone to. It is `nil` where that is not known, or nothing is gone to.
  package var soughtTime: CMTime? {
    (newGoal ?? goal).flatMap { $0.steps.isEmpty && !$0.isForSound && $0.time.isNumeric ? $0.time : nil }
  }

  /// A Boolean value that says whether pictures are gone to that may not be those of the time.
  package var isGoing: Bool { (newGoal ?? goal).map { !$0.isForSound } ?? false }

  /// Returns whether everything was done that was asked for.
  ///
  /// - Parameter end: the moment at which the item that follows is to begin, as for `nextStep`.
  package func isSettled(handover end: Moment?) -> Bool {
    guard phase == .open else { return phase != .closed }
    return newGoal == nil && goal == nil && (hasFinished || wanted == promised && end == handover)
  }

  /// The start that runs, or is to take its place.
  private var promised: Start? { turning ?? running?.start }

  // MARK: What clients ask for

  /// Changes the rate. One that is wanted already keeps its moment.
  ///
  /// - Parameter isImmediate: a Boolean value that says whether the time begins with what is there (PL-08). That
  ///   changes nothing where the time runs.
  package mutating func setRate(_ rate: Double, moment: Moment? = nil, isImmediate: Bool = false) {
    if moment == nil, wanted?.rate == rate, !isImmediate || promised?.rate == rate { return }
    let new = rate == 0 ? nil : Start(rate: rate, moment: moment, isImmediate: isImmediate)
    if new != wanted { hasFinished = false }
    if new == nil { isStalled = false }
    wanted = new
  }

  /// Takes a start back that was given ahead: the time is to stand where it began.
  package mutating func takeBackStart() {
    wanted = nil
    if let running, newGoal == nil { newGoal = Goal(time: running.time, rate: running.start.rate) }
  }

  /// Forgets that the item that follows was told to begin.
  ///
  /// - Returns: Whether it was told.
  package mutating func takeBackHandover() -> Bool {
    defer { handover = nil }
    return handover != nil
  }

  /// Goes to a place. With an answer it has to lie within the media; otherwise it is the nearest that does (PI-32).
  ///
  /// - Parameters:
  ///   - time: the place. The end is the positive infinity, too.
  ///   - tolerance: the time that the place may be before the one that is asked for. At the end it is zero: nobody who
  ///     wants the end means a picture before it.
  /// - Returns: The answers to the seeks before it, and its own where the item is over, or the place outside of the
  ///   media. Before the media is open nobody knows that: `open(duration:)` returns the answer then.
  package mutating func seek(
    to time: CMTime, toleranceBefore tolerance: CMTime = .zero, answer: Answer? = nil
  ) -> [Answer] {
    guard isAtWork else { return [answer].compactMap { $0 } }
    let asked = Goal(time: time, toleranceBefore: tolerance, rate: wanted?.rate ?? 1, answer: answer)
    // The one before is over all the same.
    guard let new = withinMedia(asked) else { return cancelSeeks() + [answer].compactMap { $0 } }
    let overtaken = takeAnswers()
    newGoal = new
    return overtaken
  }

  /// Returns a goal with its place within the media, as far as the media is known. It is `nil` for a goal that cannot be
  /// gone to.
  private func withinMedia(_ goal: Goal) -> Goal? {
    guard let duration else { return goal }
    let place = CMTimeMinimum(CMTimeMaximum(.zero, goal.time), duration)
    // Nobody knows where the end is of what has no stated length.
    guard place.isNumeric, goal.answer == nil || place == goal.time else { return nil }
    var goal = goal
    if place != goal.time { goal.time = place }
    if place >= duration { goal.toleranceBefore = .zero }
    return goal
  }

  /// Goes a number of pictures from the place that is being gone to, where there is one.
  ///
  /// - Parameter time: the place to go from where there is none.
  /// - Returns: The answers to the seeks before it.
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
  /// - Returns: The answer, where the time runs, something is sought, or the item is over.
  package mutating func preroll(rate: Double, at time: CMTime, answer: Answer?) -> [Answer] {
    guard isAtWork, wanted == nil, goal == nil, newGoal == nil else { return [answer].compactMap { $0 } }
    newGoal = Goal(time: time, isForSound: true, rate: rate, answer: answer)
    return []
  }

  /// Gives up the pending prerolls, and returns their answers.
  package mutating func cancelPrerolls() -> [Answer] { isForSound ? takeAnswers() : [] }

  /// Gives up the pending seeks, and returns their answers. The current place is arrived at all the same.
  package mutating func cancelSeeks() -> [Answer] { isForSound ? [] : takeAnswers() }

  /// A Boolean value that says whether a preroll is pending: a seek would have ended it.
  private var isForSound: Bool { (newGoal ?? goal)?.isForSound ?? false }

  private mutating func takeAnswers() -> [Answer] {
    defer {
      goal?.answer = nil
      newGoal?.answer = nil
    }
    return [goal?.answer, newGoal?.answer].compactMap { $0 }
  }

  /// Sets the times at which playing ends, forward and backward; those that are not numeric are the media's.
  ///
  /// - Parameter time: the item's time now.
  package mutating func setEnds(forward: CMTime, reverse: CMTime, at time: CMTime) {
    if let running, time.isNumeric {
      // It may be behind the former end, where nobody saw that yet.
      let (place, rate) = (running.presentedTime(at: time), running.start.rate)
      let end = end(rate: rate, duration: .positiveInfinity)
      origin = rate > 0 ? CMTimeMinimum(place, end) : CMTimeMaximum(place, end)
    }
    ends = (forward, reverse)
    hasFinished = false
  }

  /// Ends the item, and returns the pending answers.
  package mutating func end() -> [Answer] { close(as: .ended) }

  // MARK: What happens

  /// Notes that the media is open. Its first place is the start, where no other was asked for.
  ///
  /// - Parameter duration: the length of the media, indefinite where the container does not say it.
  /// - Returns: The answer to a seek that was asked for before, where its place is outside of the media.
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
  /// - Returns: The answers that are pending.
  package mutating func fail() -> [Answer] { isAtWork ? close(as: .failed) : [] }

  private mutating func close(as phase: Phase) -> [Answer] {
    defer { (self.phase, goal, newGoal) = (phase, nil, nil) }
    return takeAnswers()
  }

  private var isAtWork: Bool { phase == .closed || phase == .open }

  /// Notes that the place of the goal is known.
  package mutating func goes(to time: CMTime) {
    goal?.time = time
    goal?.steps = []
    goal?.toleranceBefore = .zero
  }

  /// Notes that the pictures are read anew: they have to go to the place that is being gone to, or else to a time.
  package mutating func goesAnew(to time: CMTime) {
    guard newGoal == nil else { return }
    newGoal = goal ?? Goal(time: time, rate: wanted?.rate ?? 1)
    newGoal?.isForSound = false
    goal = nil
  }

  /// Notes that the goal's place is decoded.
  ///
  /// - Returns: The answer to give with `true`.
  package mutating func hasArrived() -> Answer? {
    defer {
      endGoal()
      (hasFinished, isStalled) = (false, false)
    }
    return goal?.answer
  }

  /// Ends the goal: steps that wait for its place count from there.
  private mutating func endGoal() {
    if let goal, newGoal?.time.isValid == false {
      newGoal?.time = goal.time
      newGoal?.steps.insert(contentsOf: goal.steps, at: 0)
    }
    goal = nil
  }

  /// Notes that the sound is another, or has to be for the wanted rate: it is decoded before the time runs on. A place
  /// that is being gone to is one of that sound, too, and behind the end there is nothing to be heard.
  package mutating func remakesSound(at time: CMTime) {
    if newGoal != nil || goal != nil || hasFinished { return }
    newGoal = Goal(time: time, isForSound: true, rate: wanted?.rate ?? 1)
  }

  /// Notes that the time has to begin at another place and moment: it could not begin at its own moment, and is to be
  /// where it would be then.
  package mutating func joins(at time: CMTime, _ moment: Moment) {
    wanted?.moment = moment
    if newGoal == nil { newGoal = Goal(time: time, rate: wanted?.rate ?? 1) }
  }

  package mutating func runs(_ run: Run) { (running, turning, isStalled, origin) = (run, nil, false, run.time) }

  /// Notes that the time stands.
  ///
  /// - Parameter hasBegun: a Boolean value that says whether the moment at which the time was to begin is over: a new
  ///   run begins at once.
  package mutating func stands(hasBegun: Bool = true) {
    if hasBegun, wanted == running?.start { wanted?.moment = nil }
    (running, turning) = (nil, nil)
  }

  /// Notes that the time runs on, and will run as another start wants it from a moment on: without a pause in between.
  ///
  /// - Parameter start: the other start; `nil` where the time runs on as it does.
  package mutating func turns(to start: Start?) { turning = running == nil ? nil : start }

  /// Notes that the time stands because the media ahead is not there.
  package mutating func stalls() {
    isStalled = true
    // Where it may not wait, it is begun anew when somebody says so.
    if waitsToMinimizeStalls { wanted?.isImmediate = false } else { wanted = nil }
    wanted?.moment = nil
  }

  /// Notes that the time is to begin anew where it is, in the wanted way.
  package mutating func runsAnew() { isToRunAnew = running != nil }
  package mutating func handsOver(at moment: Moment?) { handover = moment }

  /// Notes that the time has come to its end, and the item that follows, where it was told to, has begun.
  package mutating func hasReachedEnd() { (hasFinished, handover) = (true, nil) }

  /// Ends the way to a goal, and lets the time stand: the media for going on cannot be decoded.
  ///
  /// - Returns: the answer that is pending.
  package mutating func cannotGoOn() -> [Answer] {
    defer {
      endGoal()
      wanted = nil
    }
    return [goal?.answer].compactMap { $0 }
  }

  // MARK: Decisions

  /// Returns the time at which playing ends in the direction of a rate, within the media. The time that runs does not go
  /// back to an end that lies behind it: it ends where it is.
  ///
  /// - Parameter decodableEnd: the time behind which nothing can be decoded.
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
  ///   - isReady: a Boolean value that says whether the pictures and the sound of the place that is being gone to are
  ///     decoded.
  ///   - isAtEnd: a Boolean value that says whether the time has come to its end in the direction in which it runs.
  ///   - end: the moment at which the item that follows is to begin. It is `nil` where none follows, or it is not
  ///     known.
  ///   - isStarved: a Boolean value that says whether the media ahead is not there, while the time runs.
  ///   - isBuffered: a Boolean value that says whether enough is there for playing on without a pause.
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
