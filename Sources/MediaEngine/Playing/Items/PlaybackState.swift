package import CoreMedia

/// The decisions about an item at work: where it is to be, whether its time is to run, and what is to be done next. A pure
/// value.
package struct PlaybackState {
  /// Tells a client whether what it asked for was done. Whoever changes this value calls those that it returns, each with
  /// `false`, with no lock held.
  package typealias Answer = @Sendable (Bool) -> Void

  /// A place to go to.
  package struct Goal {
    /// The place itself, or the one from which the steps count. It is not numeric for steps from the goal before, whose
    /// place is not known yet.
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
    /// On the clock.
    package var time: CMTime
    package var clock: CMClock
    /// A Boolean value that says whether the time begins later, with nothing left out, where the moment is over. Otherwise
    /// it begins in the middle then, as though it had begun at the moment.
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
    /// The item's time at which it began, and the same moment on the item's clock. The time is not before it while the
    /// clock is not there yet.
    package let time: CMTime
    package let reference: CMTime

    package init(_ start: Start, from time: CMTime, at reference: CMTime) {
      (self.start, self.time, self.reference) = (start, time, reference)
    }

    /// The time that is presented at one of the item: that of the start, while the clock is not there yet.
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
    case stop(any Error)
    /// Let the time run, or stand where it is `nil`.
    case run(Start?)
    case finish
    /// Let the item that follows begin at a moment, or not where it is `nil`.
    case handOver(Moment?)
    /// Let the time stand until enough of what comes next is there.
    case stall
    /// Decode ahead.
    case decode
    /// Nothing, until something happens.
    case wait
  }

  private enum Phase { case closed, open, failed, ended }

  private var phase = Phase.closed
  /// The start that is wanted. It is `nil` while the time is to stand.
  package private(set) var wanted: Start?
  /// It is `nil` while the time stands.
  package private(set) var running: Run?
  /// The start that takes the place of the one that runs, at a moment that comes. It is `nil` where none does.
  private var turning: Start?
  /// The moment at which the item that follows was told to begin. It is `nil` where it was not.
  private var handover: Moment?
  /// The newest place that was asked for, and the one that is being gone to.
  private var newGoal: Goal?
  private var goal: Goal?
  /// A Boolean value that says whether the end was reached, and nothing was asked for since then. The wanted rate is kept
  /// for what is.
  package private(set) var hasFinished = false
  private var isToRunAnew = false
  /// A Boolean value that says whether the time stands because what comes next is not there.
  package private(set) var isStalled = false
  /// A Boolean value that says whether the time may wait until playing on will need no pause (PL-09). Otherwise it begins at
  /// once, and stands for good where what comes next is not there (PL-10).
  package var waitsToMinimizeStalls = true
  private var soundError: (any Error)?
  private var ends = (forward: CMTime.invalid, reverse: CMTime.invalid)

  package init() {}

  package var isOpen: Bool { phase == .open }
  package var isEnded: Bool { phase == .ended }

  /// A Boolean value that says whether the media is still to be opened.
  package var isToBeOpened: Bool { phase == .closed }

  /// The place that is gone to. It is `nil` where that is not known, or nothing is gone to.
  package var soughtTime: CMTime? {
    (newGoal ?? goal).flatMap { $0.steps.isEmpty && !$0.isForSound ? $0.time : nil }
  }

  /// Returns whether all was done that was asked for.
  ///
  /// - Parameter end: as for `nextStep`.
  package func isSettled(handover end: Moment?) -> Bool {
    guard phase == .open else { return phase != .closed }
    return newGoal == nil && goal == nil && (hasFinished || wanted == promised && end == handover)
  }

  /// The start that runs, or is to take its place.
  private var promised: Start? { turning ?? running?.start }

  // MARK: What clients ask for

  /// Changes the rate. One that is wanted already keeps its moment.
  ///
  /// - Parameter isImmediate: whether the time begins with what is there (PL-08). That changes nothing of a time that runs.
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
  /// - Returns: whether it was.
  package mutating func takeBackHandover() -> Bool {
    defer { handover = nil }
    return handover != nil
  }

  /// - Parameter tolerance: the time that the place may be before the one that is asked for.
  /// - Returns: the answers to those before it, and its own where the item is over.
  package mutating func seek(
    to time: CMTime, toleranceBefore tolerance: CMTime = .zero, answer: Answer? = nil
  ) -> [Answer] {
    guard isAtWork else { return [answer].compactMap { $0 } }
    let overtaken = takeAnswers()
    newGoal = Goal(time: time, toleranceBefore: tolerance, rate: wanted?.rate ?? 1, answer: answer)
    return overtaken
  }

  /// Goes so many pictures from the place that is being gone to, where one is.
  ///
  /// - Parameter time: the place where none is.
  /// - Returns: the answers to the seeks before it.
  package mutating func step(by count: Int, from time: CMTime) -> [Answer] {
    guard isAtWork else { return [] }
    let overtaken = takeAnswers()
    newGoal = newGoal ?? Goal(time: goal == nil ? time : .invalid, rate: wanted?.rate ?? 1)
    newGoal?.isForSound = false
    newGoal?.steps.append(count)
    return overtaken
  }

  /// - Returns: the answer, where the time runs, something is sought, or the item is over.
  package mutating func preroll(rate: Double, at time: CMTime, answer: Answer?) -> [Answer] {
    guard isAtWork, wanted == nil, goal == nil, newGoal == nil else { return [answer].compactMap { $0 } }
    newGoal = Goal(time: time, isForSound: true, rate: rate, answer: answer)
    return []
  }

  /// - Returns: the answers of the prerolls that are pending.
  package mutating func cancelPrerolls() -> [Answer] { isForSound ? takeAnswers() : [] }

  /// - Returns: the answers of the seeks that are pending. What is being gone to is arrived at all the same.
  package mutating func cancelSeeks() -> [Answer] { isForSound ? [] : takeAnswers() }

  /// A Boolean value that says whether what is asked for is a preroll: a seek would have ended it.
  private var isForSound: Bool { (newGoal ?? goal)?.isForSound ?? false }

  private mutating func takeAnswers() -> [Answer] {
    defer {
      goal?.answer = nil
      newGoal?.answer = nil
    }
    return [goal?.answer, newGoal?.answer].compactMap { $0 }
  }

  /// The times at which playing ends, forward and backward; those that are not numeric are the media's.
  package mutating func setEnds(forward: CMTime, reverse: CMTime) {
    ends = (forward, reverse)
    hasFinished = false
  }

  /// - Returns: the answers that are pending.
  package mutating func end() -> [Answer] { close(as: .ended) }

  // MARK: What happens

  /// The media is open. Its first place is the start, where no other was asked for.
  package mutating func open() {
    guard phase == .closed else { return }
    phase = .open
    if newGoal == nil { newGoal = Goal(time: .zero, rate: wanted?.rate ?? 1) }
  }

  /// It cannot be played.
  ///
  /// - Returns: the answers that are pending.
  package mutating func fail() -> [Answer] { isAtWork ? close(as: .failed) : [] }

  private mutating func close(as phase: Phase) -> [Answer] {
    defer { (self.phase, goal, newGoal) = (phase, nil, nil) }
    return takeAnswers()
  }

  private var isAtWork: Bool { phase == .closed || phase == .open }

  package mutating func soundHasFailed(_ error: any Error) { soundError = error }

  /// The place of the goal is known.
  package mutating func goes(to time: CMTime) {
    goal?.time = time
    goal?.steps = []
    goal?.toleranceBefore = .zero
  }

  /// The pictures are read anew: they have to go to the place that is gone to, or else to one.
  package mutating func goesAnew(to time: CMTime) {
    guard newGoal == nil else { return }
    newGoal = goal ?? Goal(time: time, rate: wanted?.rate ?? 1)
    newGoal?.isForSound = false
    goal = nil
  }

  /// The goal's place is there.
  ///
  /// - Returns: the answer to give with `true`.
  package mutating func hasArrived() -> Answer? {
    defer {
      endGoal()
      (hasFinished, isStalled) = (false, false)
    }
    return goal?.answer
  }

  /// The goal is gone to no longer: steps that wait for its place count from there.
  private mutating func endGoal() {
    if let goal, newGoal?.time.isNumeric == false {
      newGoal?.time = goal.time
      newGoal?.steps.insert(contentsOf: goal.steps, at: 0)
    }
    goal = nil
  }

  /// The sound is another, or has to be for the wanted rate: it is decoded before the time runs on. A place that is gone to
  /// is one of that sound, too, and behind the end there is nothing to be heard.
  package mutating func remakesSound(at time: CMTime) {
    if newGoal != nil || goal != nil || hasFinished { return }
    newGoal = Goal(time: time, isForSound: true, rate: wanted?.rate ?? 1)
  }

  /// The time has to begin elsewhere, at another moment: at its own moment it could not, and is to be where it would be then.
  package mutating func joins(at time: CMTime, _ moment: Moment) {
    wanted?.moment = moment
    if newGoal == nil { newGoal = Goal(time: time, rate: wanted?.rate ?? 1) }
  }

  package mutating func runs(_ run: Run) { (running, turning, isStalled) = (run, nil, false) }

  /// - Parameter hasBegun: whether the moment at which the time was to begin is over: what is to run again begins at once.
  package mutating func stands(hasBegun: Bool = true) {
    if hasBegun, wanted == running?.start { wanted?.moment = nil }
    (running, turning) = (nil, nil)
  }

  /// The time runs on, and will run as another start wants it from a moment on: without a pause in between.
  ///
  /// - Parameter start: is `nil` where it runs on as it does.
  package mutating func turns(to start: Start?) { turning = running == nil ? nil : start }

  /// The time stands because what comes next is not there.
  package mutating func stalls() {
    isStalled = true
    // Nothing waits: it is to be begun anew, when somebody says so.
    if waitsToMinimizeStalls { wanted?.isImmediate = false } else { wanted = nil }
    wanted?.moment = nil
  }

  /// The time is to begin anew where it is, as it is wanted.
  package mutating func runsAnew() { isToRunAnew = running != nil }
  package mutating func handsOver(at moment: Moment?) { handover = moment }

  /// The time has come to its end, and the item that follows, where it was told to, has begun.
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

  /// The time at which playing ends in the direction of a rate, within the media.
  package func end(rate: Double, duration: CMTime) -> CMTime {
    if rate > 0 { return ends.forward.isNumeric ? CMTimeMinimum(ends.forward, duration) : duration }
    return ends.reverse.isNumeric ? CMTimeMaximum(ends.reverse, .zero) : .zero
  }

  /// - Parameters:
  ///   - isReady: whether the pictures and the sound of the place that is gone to are decoded.
  ///   - isAtEnd: whether the time has come to its end in the direction in which it runs.
  ///   - end: the moment at which the item that follows is to begin. It is `nil` where none follows, or it is not known.
  ///   - isStarved: whether what comes next is not there, while the time runs.
  ///   - isBuffered: whether enough is there for playing on without a pause.
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
    if let error = soundError {
      soundError = nil
      return .stop(error)
    }
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
