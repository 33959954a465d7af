import CoreMedia
import MediaEngine
import MediaSupport
import Synchronization
import TestSupport
import Testing

/// What an item at work does next.
@Suite struct PlaybackStateTests {
  private static func time(_ value: Int) -> CMTime { CMTime(value: CMTimeValue(value), timescale: 10) }

  /// Counts what is answered.
  private final class Answers: Sendable {
    let given = Mutex<[Int: [Bool]]>([:])
    func answer(_ number: Int) -> PlaybackState.Answer {
      { isDone in self.given.withLock { $0[number, default: []].append(isDone) } }
    }
    subscript(number: Int) -> [Bool] { given.withLock { $0[number] ?? [] } }
  }

  /// The name of a step.
  private static func name(_ step: PlaybackState.Step) -> String {
    switch step {
    case .go(let goal): "go to \(goal.time.seconds)"
    case .arrive: "arrive"
    case .run(let start): start.map { "run at \($0.rate)" } ?? "stand"
    case .finish: "finish"
    case .handOver(let moment): moment.map { "hand over at \($0.time.seconds)" } ?? "do not hand over"
    case .stall: "stall"
    case .decode: "decode"
    case .wait: "wait"
    }
  }

  private static func next(_ state: inout PlaybackState, isReady: Bool = true, isAtEnd: Bool = false) -> String {
    name(state.nextStep(isReady: isReady, isAtEnd: isAtEnd))
  }

  private static func refuse(_ answers: [PlaybackState.Answer]) { for answer in answers { answer(false) } }

  private static func open(_ state: inout PlaybackState, duration: CMTime = PlaybackStateTests.time(100)) {
    refuse(state.open(duration: duration))
  }

  @Test func `an item is opened, goes to its start, and runs when it is there`() {
    var state = PlaybackState()
    #expect(state.isToBeOpened)
    state.setRate(1)
    #expect(Self.next(&state) == "wait")
    Self.open(&state)
    #expect(Self.next(&state) == "go to 0.0")
    #expect(Self.next(&state, isReady: false) == "wait")
    #expect(Self.next(&state) == "arrive")
    _ = state.hasArrived()
    #expect(Self.next(&state) == "run at 1.0")
    state.runs(PlaybackState.Run(PlaybackState.Start(rate: 1), from: .zero, at: .zero))
    #expect(Self.next(&state) == "decode")
    state.setRate(0)
    #expect(Self.next(&state) == "stand")
    state.stands()
    #expect(Self.next(&state) == "decode")
  }

  @Test func `PI-31, PI-34: only the newest of many seeks is gone to, and every other is refused once`() {
    var state = PlaybackState()
    let answers = Answers()
    Self.open(&state)
    for number in 0..<5 { Self.refuse(state.seek(to: Self.time(number), answer: answers.answer(number))) }
    #expect(Self.next(&state) == "go to 0.4")
    Self.refuse(state.seek(to: Self.time(5), answer: answers.answer(5)))
    #expect(state.soughtTime == Self.time(5))
    #expect(Self.next(&state) == "go to 0.5")
    #expect(Self.next(&state) == "arrive")
    state.hasArrived()?(true)
    #expect((0..<5).allSatisfy { answers[$0] == [false] } && answers[5] == [true])
    Self.refuse(state.seek(to: .zero, answer: answers.answer(6)))
    Self.refuse(state.cancelSeeks())
    #expect(answers[6] == [false])
    #expect(Self.next(&state) == "go to 0.0")
  }

  @Test func `PI-34, PL-32: who cancels seeks leaves a preroll alone, and the other way round`() {
    var state = PlaybackState()
    let answers = Answers()
    Self.open(&state)
    _ = (Self.next(&state), Self.next(&state), state.hasArrived())
    Self.refuse(state.preroll(rate: 1, at: .zero, answer: answers.answer(0)))
    for _ in 0..<2 {
      Self.refuse(state.cancelSeeks())
      #expect(answers[0] == [])
      // It waits, and is under way then.
      _ = Self.next(&state, isReady: false)
    }
    Self.refuse(state.cancelPrerolls())
    #expect(answers[0] == [false])
    Self.refuse(state.seek(to: Self.time(3), answer: answers.answer(1)))
    Self.refuse(state.cancelPrerolls())
    #expect(answers[1] == [])
    Self.refuse(state.cancelSeeks())
    #expect(answers[1] == [false])
  }

  @Test func `PL-08: what runs already is not begun anew to be played at once`() {
    var state = PlaybackState()
    Self.open(&state)
    state.setRate(1)
    _ = (Self.next(&state), Self.next(&state), state.hasArrived())
    guard case .run(let start?) = state.nextStep(isReady: true, isAtEnd: false) else {
      Issue.record("it does not run")
      return
    }
    state.runs(PlaybackState.Run(start, from: .zero, at: .zero))
    state.setRate(1, isImmediate: true)
    #expect(Self.next(&state) == "decode")
    state.setRate(2, isImmediate: true)
    #expect(Self.next(&state) == "run at 2.0")
  }

  @Test func `PL-31: a moment holds for what begins anew before it is there, and not behind it`() {
    for hasBegun in [false, true] {
      var state = PlaybackState()
      let moment = PlaybackState.Moment(time: Self.time(30), clock: .hostTimeClock)
      Self.open(&state)
      state.setRate(1, moment: moment)
      _ = (Self.next(&state), Self.next(&state), state.hasArrived())
      for step in 0..<2 {
        guard case .run(let start?) = state.nextStep(isReady: true, isAtEnd: false) else {
          Issue.record("it does not run")
          return
        }
        #expect(start.moment == (step == 1 && hasBegun ? nil : moment))
        state.runs(PlaybackState.Run(start, from: .zero, at: Self.time(30)))
        #expect(state.isSettled(handover: nil))
        _ = state.seek(to: Self.time(5))
        _ = Self.next(&state)
        state.stands(hasBegun: hasBegun)
        _ = (Self.next(&state), state.hasArrived())
      }
    }
  }

  @Test(arguments: [false, true])
  func `PI-32: a place outside of the media is refused, or where nobody is answered is the nearest`(isOpen: Bool) {
    func make() -> PlaybackState {
      var state = PlaybackState()
      guard isOpen else { return state }
      Self.open(&state)
      _ = (Self.next(&state), Self.next(&state), state.hasArrived())
      return state
    }
    let places: [(asked: CMTime, seconds: Double)] = [
      (Self.time(101), 10), (.positiveInfinity, 10), (Self.time(-1), 0), (.negativeInfinity, 0),
    ]
    for (asked, seconds) in places {
      let answers = Answers()
      var refusing = make()
      Self.refuse(refusing.seek(to: asked, answer: answers.answer(0)))
      #expect(answers[0] == (isOpen ? [false] : []))
      if !isOpen { Self.open(&refusing) }
      #expect(answers[0] == [false], "\(asked.seconds)")
      #expect(Self.next(&refusing) == (isOpen ? "decode" : "go to 0.0"))

      var bringing = make()
      Self.refuse(bringing.seek(to: asked, toleranceBefore: .positiveInfinity))
      if !isOpen { Self.open(&bringing) }
      guard case .go(let goal) = bringing.nextStep(isReady: true, isAtEnd: false) else {
        Issue.record("\(asked.seconds) is not gone to")
        continue
      }
      // The end alone is exact.
      #expect(goal.time.seconds == seconds && (goal.toleranceBefore == .zero) == (seconds > 0))
    }
    // The end itself is within, and nobody knows the end of media without a length.
    let answers = Answers()
    var state = make()
    Self.refuse(state.seek(to: Self.time(100), answer: answers.answer(0)))
    if !isOpen { Self.open(&state) }
    #expect(answers[0] == [] && Self.next(&state) == "go to 10.0")
    var endless = PlaybackState()
    if isOpen { Self.open(&endless, duration: .indefinite) }
    Self.refuse(endless.seek(to: .positiveInfinity, answer: answers.answer(1)))
    if !isOpen { Self.open(&endless, duration: .indefinite) }
    #expect(answers[1] == [false] && Self.next(&endless) == "go to 0.0")
    Self.refuse(endless.seek(to: Self.time(1_000), answer: answers.answer(2)))
    #expect(answers[2] == [] && Self.next(&endless) == "go to 100.0")
  }

  @Test func `PI-36: steps count from the place that is still being gone to`() {
    var state = PlaybackState()
    Self.open(&state)
    _ = state.seek(to: Self.time(7))
    _ = state.step(by: 2, from: .zero)
    _ = state.step(by: 3, from: .zero)
    guard case .go(let first) = state.nextStep(isReady: true, isAtEnd: false) else {
      Issue.record("nothing is gone to")
      return
    }
    #expect(first.time == Self.time(7) && first.steps == [2, 3])
    // It comes while the place is looked for, and is known then.
    _ = state.step(by: -1, from: .zero)
    #expect(state.soughtTime == nil)
    state.goes(to: Self.time(9))
    guard case .go(let second) = state.nextStep(isReady: true, isAtEnd: false) else {
      Issue.record("nothing is gone to")
      return
    }
    #expect(second.time == Self.time(9) && second.steps == [-1])
    state.goes(to: Self.time(8))
    _ = (Self.next(&state), state.hasArrived())
    _ = state.step(by: 1, from: Self.time(8))
    guard case .go(let third) = state.nextStep(isReady: true, isAtEnd: false) else {
      Issue.record("nothing is gone to")
      return
    }
    #expect(third.time == Self.time(8) && third.steps == [1])
  }

  @Test func `PL-54: the item that follows is told once when to begin, and told again when that changes`() {
    var state = PlaybackState()
    Self.open(&state)
    state.setRate(1)
    _ = (Self.next(&state), Self.next(&state), state.hasArrived())
    let end = PlaybackState.Moment(time: Self.time(30), clock: .hostTimeClock, leavesNothingOut: true)
    let later = PlaybackState.Moment(time: Self.time(40), clock: .hostTimeClock, leavesNothingOut: true)
    #expect(Self.name(state.nextStep(isReady: true, isAtEnd: false, handover: end)) == "run at 1.0")
    state.runs(PlaybackState.Run(PlaybackState.Start(rate: 1), from: .zero, at: .zero))
    #expect(Self.name(state.nextStep(isReady: true, isAtEnd: true, handover: end)) == "hand over at 3.0")
    #expect(!state.isSettled(handover: end))
    state.handsOver(at: end)
    #expect(state.isSettled(handover: end) && !state.isSettled(handover: later))
    #expect(Self.name(state.nextStep(isReady: true, isAtEnd: false, handover: later)) == "hand over at 4.0")
    state.handsOver(at: later)
    #expect(Self.name(state.nextStep(isReady: true, isAtEnd: false)) == "do not hand over")
    let takenBack = [state.takeBackHandover(), state.takeBackHandover()]
    #expect(takenBack == [true, false])
    state.handsOver(at: end)
    #expect(Self.name(state.nextStep(isReady: true, isAtEnd: true, handover: end)) == "finish")
    state.hasReachedEnd()
    let isTakenBack = state.takeBackHandover()
    #expect(!isTakenBack, "the one that follows has begun")
  }

  @Test func `PL-54: a start that was given ahead is kept where the same rate is set, and can be taken back`() {
    var state = PlaybackState()
    Self.open(&state)
    _ = (Self.next(&state), Self.next(&state), state.hasArrived())
    let moment = PlaybackState.Moment(time: Self.time(30), clock: .hostTimeClock, leavesNothingOut: true)
    state.setRate(1, moment: moment)
    state.setRate(1)
    guard case .run(let start?) = state.nextStep(isReady: true, isAtEnd: false) else {
      Issue.record("it does not run")
      return
    }
    #expect(start.moment == moment)
    state.runs(PlaybackState.Run(start, from: Self.time(5), at: Self.time(30)))
    state.setRate(1)
    #expect(Self.next(&state) == "decode")
    state.takeBackStart()
    #expect(Self.next(&state) == "go to 0.5")
    state.stands()
    _ = (Self.next(&state), state.hasArrived())
    #expect(Self.next(&state) == "decode" && state.wanted == nil)
  }

  @Test func `PL-23: the end is reached once, and what is asked for there lets it go on`() {
    var state = PlaybackState()
    Self.open(&state)
    state.setRate(1)
    _ = (Self.next(&state), Self.next(&state), state.hasArrived(), Self.next(&state))
    state.runs(PlaybackState.Run(PlaybackState.Start(rate: 1), from: .zero, at: .zero))
    #expect(Self.next(&state, isAtEnd: true) == "finish")
    state.stands()
    state.hasReachedEnd()
    for _ in 0..<3 { #expect(Self.next(&state, isAtEnd: true) == "decode") }
    _ = state.seek(to: .zero)
    #expect(Self.next(&state) == "go to 0.0")
    #expect(Self.next(&state) == "arrive")
    _ = state.hasArrived()
    #expect(Self.next(&state) == "run at 1.0")
  }

  @Test func `PI-20: ends lie within the media, and hold in their own direction`() {
    var state = PlaybackState()
    let duration = Self.time(100)
    #expect(state.end(rate: 1, duration: duration) == duration && state.end(rate: -1, duration: duration) == .zero)
    state.setEnds(forward: Self.time(40), reverse: Self.time(20), at: .zero)
    #expect(state.end(rate: 2, duration: duration) == Self.time(40))
    #expect(state.end(rate: -2, duration: duration) == Self.time(20))
    state.setEnds(forward: Self.time(400), reverse: Self.time(-20), at: .zero)
    #expect(state.end(rate: 1, duration: duration) == duration && state.end(rate: -1, duration: duration) == .zero)
    state.setEnds(forward: Self.time(-20), reverse: Self.time(400), at: .zero)
    #expect(state.end(rate: 1, duration: duration) == .zero && state.end(rate: -1, duration: duration) == duration)
  }

  @Test(arguments: [1, -1])
  func `PI-20, PI-21: the time that runs does not go back to an end that is behind it`(direction: Int) {
    let (duration, rate) = (Self.time(100), Double(direction))
    let behind = Self.time(50 - 10 * direction)
    var state = PlaybackState()
    func setEnd(_ end: CMTime, at time: CMTime) {
      state.setEnds(forward: direction > 0 ? end : .invalid, reverse: direction > 0 ? .invalid : end, at: time)
    }
    setEnd(behind, at: .zero)
    #expect(state.end(rate: rate, duration: duration) == behind)
    state.runs(PlaybackState.Run(PlaybackState.Start(rate: rate), from: Self.time(50), at: .zero))
    #expect(state.end(rate: rate, duration: duration) == Self.time(50))
    setEnd(.invalid, at: Self.time(50))
    #expect(state.end(rate: rate, duration: duration) == (direction > 0 ? duration : .zero))
    // It has gone on meanwhile, and no farther than to the end, however late that is seen.
    setEnd(Self.time(50 + 20 * direction), at: Self.time(50 + 10 * direction))
    #expect(state.end(rate: rate, duration: duration) == Self.time(50 + 20 * direction))
    setEnd(behind, at: Self.time(50 + 30 * direction))
    #expect(state.end(rate: rate, duration: duration) == Self.time(50 + 20 * direction))
    let other = state.end(rate: -rate, duration: duration)
    #expect(other == (direction > 0 ? .zero : duration), "the other direction has its own")
    state.stands()
    #expect(state.end(rate: rate, duration: duration) == behind)
  }

  @Test func `PI-22: playing ends where nothing can be decoded any more`() {
    let state = PlaybackState()
    let (duration, damage) = (Self.time(100), Self.time(30))
    #expect(state.end(rate: 1, duration: duration, decodableEnd: damage) == damage)
    #expect(state.end(rate: 1, duration: .indefinite, decodableEnd: damage) == damage)
    #expect(state.end(rate: -1, duration: duration, decodableEnd: damage) == .zero)
  }

  @Test func `in any order of calls each answer is given once, and nothing is done after the end`() {
    for seed in 0..<200 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var state = PlaybackState()
      let answers = Answers()
      var asked = 0
      func ask() -> PlaybackState.Answer {
        asked += 1
        return answers.answer(asked)
      }
      for _ in 0..<60 {
        let time = Self.time(.random(in: 0..<100, using: &numbers))
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: Self.open(&state)
        case 1, 2: Self.refuse(state.seek(to: time, answer: ask()))
        case 3: Self.refuse(state.preroll(rate: 2, at: time, answer: ask()))
        case 4:
          Self.refuse(state.step(by: 1, from: time))
          Self.refuse(state.cancelPrerolls())
        case 5: Self.refuse(state.cancelSeeks())
        case 6: state.setRate(Double(Int.random(in: -2...2, using: &numbers)))
        case 7: state.setEnds(forward: time, reverse: .invalid, at: time)
        case 8 where Bool.random(using: &numbers) && seed % 5 == 0: Self.refuse(state.fail())
        default:
          let moment = PlaybackState.Moment(time: time, clock: .hostTimeClock)
          let step = state.nextStep(
            isReady: .random(using: &numbers), isAtEnd: .random(using: &numbers),
            handover: Bool.random(using: &numbers) ? moment : nil, isStarved: .random(using: &numbers),
            isBuffered: .random(using: &numbers))
          switch step {
          case .go(let goal):
            #expect(goal.time.isNumeric)
            // A client steps on while the place is looked for.
            if Bool.random(using: &numbers) { Self.refuse(state.step(by: 1, from: time)) }
            if Int.random(in: 0..<8, using: &numbers) == 0 {
              Self.refuse(state.cannotGoOn())
            } else {
              state.goes(to: goal.time)
            }
          case .arrive:
            if Bool.random(using: &numbers) { Self.refuse(state.step(by: 1, from: time)) }
            state.hasArrived()?(true)
          case .run(let start):
            state.stands()
            if let start { state.runs(PlaybackState.Run(start, from: time, at: .zero)) }
          case .finish:
            state.hasReachedEnd()
            state.stands()
          case .handOver(let moment):
            state.handsOver(at: moment)
            if Bool.random(using: &numbers) { state.takeBackStart() }
          case .stall:
            state.stands()
            state.stalls()
          case .decode, .wait: break
          }
        }
      }
      Self.refuse(state.end())
      #expect(state.isEnded)
      Self.refuse(state.seek(to: .zero, answer: ask()))
      #expect(Self.next(&state) == "wait")
      #expect((1...asked).allSatisfy { answers[$0].count == 1 }, "seed \(seed)")
    }
  }
}
