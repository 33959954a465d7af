package import CoreMedia
import Dispatch
import MediaInterop
import MediaSupport
import Synchronization

/// An asset in a player: it decodes pictures and sound around its time, and controls the time.
///
/// A worker carries out the decisions that are made behind a lock: it opens the media, makes the pictures and the sound
/// seek the newest requested position, and starts the sound and the time at one frame of the sound device. Pictures and
/// sound are decoded by workers of their own, so that none waits for another. The owner must call `end()`. Any thread.
package final class PlayingItem: @unchecked Sendable {
  // Sendable: the media belongs to the worker; the rest is constant or behind the lock.

  struct State {
    var playback = PlaybackState()
    var sound = SoundPlayer.Settings()
    var tracks = PresentedTracks()
    /// The item that should begin when this one ends.
    weak var successor: PlayingItem?
    /// The sound that will take over soon; `nil` if there is none.
    var turn: SoundTurn?
    /// The clock that drives the time; `nil` for the sound's, or the host's if there is no sound.
    var sourceClock: CMClock?
    var buffering = Buffering()
    /// The number of seconds that should be loaded ahead of the time; 0 for as many as are useful.
    var forwardSeconds = 0.0
  }

  /// The item's time. Its rate is the one at which the item runs. Clients can only read it.
  package let timebase: CMTimebase
  /// The media, which this item gives up when it ends.
  package let content: any AssetContent
  let makeDevice: @Sendable (String?) -> MixingDevice
  let tell: @Sendable (PlayingEvent) -> Void
  let worker = Worker(name: "player")
  let state = Mutex(State())
  let media = Mutex<PlayingMedia?>(nil)
  let refill: TimebaseAlarm
  let atEnd: TimebaseAlarm
  let alignment: TimebaseAlarm
  let turning: TimebaseAlarm

  /// - Parameters:
  ///   - device: returns the device with an identifier.
  ///   - tell: called with each event, on the item's own thread.
  package init(
    _ content: any AssetContent, device: @escaping @Sendable (String?) -> MixingDevice,
    tell: @escaping @Sendable (PlayingEvent) -> Void
  ) {
    self.content = content.cancellable
    makeDevice = device
    self.tell = tell
    timebase = CMTimebase(readOnly: .hostTimeClock)
    let worker = worker
    refill = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    atEnd = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    alignment = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    turning = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  // MARK: Control

  /// Begins to open the media. Called once.
  package func begin() { worker.start { [self] in work() } }

  /// Ends everything, without waiting. Pending seeks end with `false`.
  package func end() {
    setSuccessor(nil)
    refuse { $0.end() }
    content.cancel()
    refill.cancel()
    atEnd.cancel()
    alignment.cancel()
    turning.cancel()
  }

  /// Starts the time, or stops it.
  ///
  /// - Parameters:
  ///   - rate: the media seconds in a second, negative for backward; 0 stops the time.
  ///   - hostTime: the moment at which that happens, on the host's clock; `nil` for at once.
  ///   - isImmediate: a Boolean value that says whether the time starts with the available media.
  package func setRate(_ rate: Double, hostTime: CMTime? = nil, isImmediate: Bool = false) {
    let moment = hostTime.map { PlaybackState.Moment(time: $0, clock: .hostTimeClock) }
    change { $0.setRate(rate, moment: moment, isImmediate: isImmediate) }
  }

  /// Sets whether the time may wait until it can run without a pause.
  package func setWaits(_ waits: Bool) { change { $0.waitsToMinimizeStalls = waits } }

  /// A Boolean value that says whether the time runs, or is scheduled to.
  package var isRunning: Bool { state.withLock { $0.playback.running != nil } }

  /// A Boolean value that says whether the time has stopped at its end.
  package var hasReachedEnd: Bool { state.withLock { $0.playback.hasFinished } }

  /// Seeks a position. Earlier seeks that have not finished end with `false`.
  ///
  /// - Parameters:
  ///   - time: the position. A position outside of the media is refused with the answer `false`; without an answer it
  ///     is moved to the nearest position within. Before the media is open that is not known, and is decided later.
  ///   - tolerance: the greatest distance of the reached position before the requested one, if pictures are sooner
  ///     there.
  package func seek(
    to time: CMTime, toleranceBefore tolerance: CMTime = .zero, completion: (@Sendable (Bool) -> Void)?
  ) {
    refuse { $0.seek(to: time, toleranceBefore: tolerance, answer: completion) }
  }

  /// Steps a number of pictures forward, or backward if it is negative.
  package func step(by count: Int) {
    let time = time
    refuse { $0.step(by: count, from: time) }
  }

  /// Decodes ahead for a rate, if the time is stopped and no seek is pending. Otherwise the answer is `false`.
  package func preroll(rate: Double, completion: (@Sendable (Bool) -> Void)?) {
    let time = time
    refuse { $0.preroll(rate: rate, at: time, answer: completion) }
  }

  /// Cancels the pending prerolls, which end with `false`.
  package func cancelPrerolls() { refuse { $0.cancelPrerolls() } }

  /// Cancels the pending seeks, which end with `false`. The current position is reached all the same.
  package func cancelSeeks() { refuse { $0.cancelSeeks() } }

  /// Sets the times at which playing ends, forward and backward. A time that is not numeric means the media's end or
  /// start.
  package func setEnds(forward: CMTime, reverse: CMTime) {
    change { $0.setEnds(forward: forward, reverse: reverse, at: timebase.time) }
  }

  /// Changes the decisions, and wakes the worker to carry them out.
  @discardableResult
  func change<Result>(_ body: (inout PlaybackState) -> Result) -> Result {
    defer { worker.signal() }
    return state.withLock { body(&$0.playback) }
  }

  /// Changes the decisions, and answers `false` to clients whose requests are not fulfilled.
  private func refuse(_ body: (inout PlaybackState) -> [PlaybackState.Answer]) {
    for answer in change(body) { answer(false) }
  }

  // MARK: Position and media

  /// The position that is shown and heard now, or that is being sought.
  package var time: CMTime { state.withLock { $0.playback.soughtTime } ?? presentedTime }

  /// The position that is shown and heard now.
  package var presentedTime: CMTime {
    let now = timebase.time
    guard let running = state.withLock({ $0.playback.running }) else { return now }
    // Until the worker notices the end, the time may run beyond it.
    let end = openMedia.map { lastTime($0, rate: running.start.rate) } ?? now
    let (place, last) = (running.presentedTime(at: now), running.presentedTime(at: end))
    return running.start.rate > 0 ? CMTimeMinimum(place, last) : CMTimeMaximum(place, last)
  }

  /// Returns the picture that is shown at a time, and the number of jumps before it. It is `nil` if that picture is not
  /// decoded, and for a time that is not numeric.
  package func picture(at time: CMTime) -> (frame: FrameSchedule.Frame, serial: Int)? {
    guard time.isNumeric else { return nil }
    let (running, isGoing) = state.withLock { ($0.playback.running, $0.playback.isGoing) }
    let now = timebase.time
    return pictures?.certainPicture(
      at: running?.presentedTime(at: time) ?? time, now: isGoing ? nil : running?.presentedTime(at: now) ?? now)
  }

  /// The media. It is `nil` before it is open.
  var openMedia: PlayingMedia? { media.withLock { $0 } }

  /// The sound. It is `nil` before the media is open, and without a track of sound.
  var openSound: SoundSession? { media.withLock { $0?.sound } }

  /// Makes the item check its time, as it does by itself when the host's clock says that something is due. It is for
  /// clients that advance a device's time themselves.
  package func lookAtTime() { worker.signal() }

  /// A Boolean value that says whether all requests are done, and a tenth of a second of pictures and more of the sound
  /// are decoded ahead.
  package var isPrepared: Bool {
    guard let media = media.withLock({ $0 }) else { return state.withLock { !$0.playback.isToBeOpened } }
    if isTurnDue {
      // The device's time may have advanced faster than the host's.
      worker.signal()
      return false
    }
    let handover = handover(media)
    return state.withLock { state in
      let coming = state.turn?.media ?? media
      return state.playback.isSettled(handover: handover) && state.tracks == coming.tracks
        && state.sound.device == coming.device
    } && !isAtEnd(media) && isDecodedAhead(media)
  }

  // MARK: The worker

  private func work() {
    if state.withLock({ $0.playback.isToBeOpened }) { open() }
    while proceed() {}
    if state.withLock({ $0.playback.isEnded }) { close() }
  }

  private func open() {
    do {
      let media = try PlayingMedia(content, state.withLock { $0.tracks }, soundOutput)
      use(media)
      beginBuffering(media)
      // The first picture and the beginning of the sound are decoded before the item is reported as ready.
      refuse { $0.open(duration: media.duration) }
    } catch {
      fail(error)
    }
  }

  private func close() {
    let media = self.media.withLock { media in
      defer { media = nil }
      return media
    }
    // The device's clock stops with the sound, so it must no longer drive the item's time.
    try? timebase.drive(rate: 0, time: timebase.time)
    timebase.drive(by: .hostTimeClock)
    if let media { cancelTurn(media) }
    media?.download?.ignore(self)
    media?.pictures?.end()
    // Devices report what is heard with an error of some thousandths of a second, so the last sound may not be heard
    // yet.
    media?.sound?.end(draining: hasReachedEnd)
    worker.stop()
  }

  func fail(_ error: any Error) {
    let (isEnded, answers) = state.withLock { ($0.playback.isEnded, $0.playback.fail()) }
    for answer in answers { answer(false) }
    if !isEnded { tell(.failed(error)) }
  }

  /// - Returns: Whether there may be more to do.
  private func proceed() -> Bool {
    guard let media = openMedia, state.withLock({ $0.playback.isOpen }) else { return false }
    driveTime(media)
    if finishTurn(media) { return true }
    let isReady = media.pictures?.isReady ?? true && media.sound?.isReady ?? true
    if takeResults(media) || changeTracks(media) { return true }
    let (isAtEnd, handover) = (isAtEnd(media), handover(media))
    let (isStarved, isBuffered) = (isStarved(media), isBuffered(media))
    let step = state.withLock {
      $0.playback.nextStep(
        isReady: isReady, isAtEnd: isAtEnd, handover: handover, isStarved: isStarved, isBuffered: isBuffered)
    }
    switch step {
    case .go(let goal): go(to: goal, media)
    case .arrive(let goal): arrive(goal)
    case .run(let start): run(start, media)
    case .finish: finish(media, rate: state.withLock { $0.playback.running?.start.rate } ?? 1)
    case .handOver(let moment): handOver(at: moment)
    case .stall: stall(media)
    case .decode:
      decode(media)
      return false
    case .wait: return false
    }
    return true
  }

  /// Takes the results of the pictures' worker.
  ///
  /// - Returns: Whether that changes the next thing to do.
  private func takeResults(_ media: PlayingMedia) -> Bool {
    guard let pictures = media.pictures else { return false }
    if pictures.takeNews() { tell(.decoded) }
    do {
      if let error = pictures.takeFailure() { throw error }
      guard let place = try pictures.takeArrival(), awaitsPlace else { return false }
      goes(to: place, media)
    } catch {
      stop(with: error, media)
    }
    return true
  }

  // MARK: Going to a place

  private func go(to goal: PlaybackState.Goal, _ media: PlayingMedia) {
    stopTime(media)
    soundRate = goal.rate > 0 ? goal.rate : 1
    soundAlgorithm = state.withLock { $0.sound.algorithm }
    let time = media.clamp(goal.time)
    if !goal.isForSound {
      media.pictures?.seek(to: time, steps: goal.steps, toleranceBefore: goal.toleranceBefore)
    }
    awaitsPlace = media.pictures != nil && !(goal.steps.isEmpty && goal.toleranceBefore == .zero)
    if !awaitsPlace { goes(to: time, media) }
  }

  /// Makes the sound seek the position of the current seek, which is known now.
  private func goes(to place: CMTime, _ media: PlayingMedia) {
    awaitsPlace = false
    let time = media.clamp(place)
    media.sound?.seek(to: time.seconds, rate: soundRate)
    state.withLock { $0.playback.goes(to: time) }
  }

  private func arrive(_ goal: PlaybackState.Goal) {
    let isElsewhere = timebase.time != goal.time
    if hasToldReady, !goal.isForSound { flushes.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    try? timebase.drive(time: goal.time)
    let (answer, stands) = state.withLock { ($0.playback.hasArrived(), $0.playback.wanted == nil) }
    if !hasToldReady {
      hasToldReady = true
      tell(.ready)
    } else if !goal.isForSound {
      tell(.flushed)
      if isElsewhere { tell(.jumped) }
    }
    if stands { tellRunning(false) }
    answer?(true)
  }

  /// The events that were reported, on the worker.
  var hasToldReady = false
  var hasToldRunning = false
  /// A Boolean value that says whether the position of the current seek depends on the pictures.
  private var awaitsPlace = false
  /// A Boolean value that says whether the time last ran backward.
  var ranBack = false
  let flushes = Atomic<Int>(0)

  /// The number of jumps of the time, and of changes of its direction. It is incremented before each; `.flushed` is
  /// reported after it.
  package var flushCount: Int { flushes.load(ordering: .sequentiallyConsistent) }

  /// The rate at which the sound is decoded, and the speed algorithm.
  var soundRate = 1.0
  var soundAlgorithm = TimeStretchAlgorithm.spectral

  // MARK: Decoding ahead

  private func decode(_ media: PlayingMedia) {
    limitSound(media)
    let rate = state.withLock { $0.playback.running?.start.rate }
    if let pictures = media.pictures {
      let (time, isReversed) = (time, (rate ?? 1) < 0)
      pictures.fill(from: time, isReversed: isReversed)
      refill.set(rate == nil ? nil : pictures.feed.refillTime(from: time, isReversed: isReversed))
    }
    // A clock may be slower than the host's: then the alarm comes early, and is set again.
    if let rate { setEndAlarm(media, rate: rate) }
    alignment.set(alignSound(media))
  }
}
