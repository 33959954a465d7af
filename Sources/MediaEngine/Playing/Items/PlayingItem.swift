package import CoreMedia
import Dispatch
import MediaInterop
import MediaSupport
import Synchronization

/// An asset at work in a player: it decodes pictures and sound around its time, and lets the time run.
///
/// A worker does what is decided behind a lock: it opens the media, goes to the newest place that was asked for, lets the
/// sound and the time begin at one frame of the sound device, and decodes ahead. `end()` has to be called. Any thread.
package final class PlayingItem: @unchecked Sendable {
  // Sendable: the media belongs to the worker; the rest is constant or behind the lock.

  /// A place to go to.
  private struct Goal {
    var time: CMTime
    /// Counts pictures instead: the place is so many of them from `time`.
    var steps: Int?
    /// Whether only the sound has to go there: the pictures around it are decoded already.
    var isForSound = false
    /// The rate of the sound from there on.
    var rate: Double
    var completion: (@Sendable (Bool) -> Void)?
  }

  /// How the time is to begin.
  private struct Start: Equatable {
    var rate: Double
    /// On the host's clock. It is `nil` for at once.
    var hostTime: CMTime?
  }

  private struct State {
    /// What is wanted. It is `nil` while the time stands.
    var wanted: Start?
    /// What runs.
    var running: Start?
    /// Where the time began to run: it is not before that, also while the device's is not there yet.
    var startTime = CMTime.zero
    var newGoal: Goal?
    /// The one that is being gone to.
    var goal: Goal?
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    var sound = SoundPlayer.Settings()
    /// Whether the end was reached, and nothing was asked for since then: the wanted rate is kept for what is.
    var hasFinished = false
    var isOpen = false
    var hasFailed = false
    var hasEnded = false
    var soundError: (any Error)?
  }

  /// The time of the item: its rate is the one that it runs at. Clients can only read it.
  package let timebase: CMTimebase
  private let content: any AssetContent
  private let makeDevice: @Sendable (String?) -> MixingDevice
  private let tell: @Sendable (PlayingEvent) -> Void
  private let worker = Worker(name: "player")
  private let state = Mutex(State())
  private let media = Mutex<Media?>(nil)
  private let refill: TimebaseAlarm
  private let atEnd: TimebaseAlarm

  /// What is opened: any thread may look at it.
  private struct Media {
    let session: any AssetSession
    let pictures: PictureFeed?
    let sound: SoundSession?
    let duration: CMTime
  }

  /// Time that a device and a worker get to begin together, in seconds, beyond what the device takes in advance.
  private static let startMargin = 0.01

  /// - Parameters:
  ///   - device: finds a device by its name.
  ///   - tell: is told of what happens, on the item's own thread.
  package init(
    _ content: any AssetContent, device: @escaping @Sendable (String?) -> MixingDevice,
    tell: @escaping @Sendable (PlayingEvent) -> Void
  ) {
    self.content = content
    makeDevice = device
    self.tell = tell
    timebase = CMTimebase(readOnly: .hostTimeClock)
    let worker = worker
    refill = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    atEnd = TimebaseAlarm(of: timebase, on: .global()) { worker.signal() }
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  // MARK: Control

  /// Begins to open the media. Called once.
  ///
  /// - Parameter volume: the gain.
  package func begin(volume: Float) {
    state.withLock { $0.sound.volume = volume }
    worker.start { [self] in work() }
  }

  /// Ends everything, without waiting for it. Pending seeks end with `false`.
  package func end() {
    let handlers = state.withLock { state in
      state.hasEnded = true
      defer { (state.goal, state.newGoal) = (nil, nil) }
      return [state.goal, state.newGoal].compactMap { $0?.completion }
    }
    for handler in handlers { handler(false) }
    refill.cancel()
    atEnd.cancel()
    media.withLock { $0?.session }?.cancel()
    // The worker closes what it opened.
    worker.signal()
  }

  /// Lets the time run, or stand.
  ///
  /// - Parameters:
  ///   - rate: media seconds a second, below 0 backwards; 0 lets it stand.
  ///   - hostTime: when that begins, on the host's clock. It is `nil` for at once.
  package func setRate(_ rate: Double, hostTime: CMTime? = nil) {
    state.withLock { state in
      let wanted = rate == 0 ? nil : Start(rate: rate, hostTime: hostTime)
      if wanted != state.wanted { state.hasFinished = false }
      state.wanted = wanted
    }
    worker.signal()
  }

  /// Goes to a place; the seeks before it that have not arrived end with `false`.
  package func seek(to time: CMTime, completion: (@Sendable (Bool) -> Void)?) {
    go { Goal(time: time, rate: $0, completion: completion) }
  }

  /// Goes so many pictures forward, or back where it is negative.
  package func step(by count: Int) {
    let time = time
    go { Goal(time: time, steps: count, rate: $0) }
  }

  private func go(_ goal: (Double) -> Goal) {
    let handlers: [@Sendable (Bool) -> Void] = state.withLock { state in
      let new = goal(state.wanted?.rate ?? 1)
      guard !state.hasEnded, !state.hasFailed else { return [new.completion].compactMap { $0 } }
      let given = [state.goal?.completion, state.newGoal?.completion].compactMap { $0 }
      state.goal?.completion = nil
      state.newGoal = new
      return given
    }
    for handler in handlers { handler(false) }
    worker.signal()
  }

  /// Decodes ahead for a rate, where the time stands and nothing is sought: otherwise the answer is `false`.
  package func preroll(rate: Double, completion: (@Sendable (Bool) -> Void)?) {
    let time = time
    let isTaken = state.withLock { state in
      guard !state.hasEnded, !state.hasFailed, state.wanted == nil, state.goal == nil, state.newGoal == nil else {
        return false
      }
      state.newGoal = Goal(time: time, isForSound: true, rate: rate, completion: completion)
      return true
    }
    if isTaken { worker.signal() } else { completion?(false) }
  }

  /// Pending prerolls end with `false`.
  package func cancelPrerolls() {
    let handlers = state.withLock { state in
      defer {
        if state.goal?.isForSound == true { state.goal?.completion = nil }
        if state.newGoal?.isForSound == true { state.newGoal?.completion = nil }
      }
      return [state.goal, state.newGoal].compactMap { $0?.isForSound == true ? $0?.completion : nil }
    }
    for handler in handlers { handler(false) }
  }

  /// Pending seeks end with `false`. What is being gone to is arrived at all the same.
  package func cancelSeeks() {
    let handlers = state.withLock { state in
      defer {
        state.goal?.completion = nil
        state.newGoal = nil
      }
      return [state.goal, state.newGoal].compactMap { $0?.completion }
    }
    for handler in handlers { handler(false) }
  }

  /// The times at which playing ends, forward and backward; those that are not numeric are the media's.
  package func setEnds(forward: CMTime, reverse: CMTime) {
    state.withLock { ($0.forwardEnd, $0.reverseEnd, $0.hasFinished) = (forward, reverse, false) }
    worker.signal()
  }

  package func setVolume(_ volume: Float) {
    let (before, after) = state.withLock { state in
      let before = state.sound
      state.sound.volume = volume
      return (before, state.sound)
    }
    media.withLock { $0?.sound }?.change(from: before, to: after, fadeSeconds: 0)
  }

  // MARK: What is there

  /// The place that is shown and heard now, or that it goes to.
  package var time: CMTime {
    let (goal, running, start) = state.withLock { ($0.newGoal ?? $0.goal, $0.running, $0.startTime) }
    if let goal, goal.steps == nil, !goal.isForSound { return goal.time }
    let now = timebase.time
    guard let running else { return now }
    // It is not before its start while the device's is not there yet, nor behind its end until the worker sees it.
    let end = media.withLock { $0 }.map { self.end($0, rate: running.rate) } ?? now
    return running.rate > 0
      ? CMTimeMinimum(CMTimeMaximum(start, now), CMTimeMaximum(start, end))
      : CMTimeMaximum(CMTimeMinimum(start, now), CMTimeMinimum(start, end))
  }

  /// The pictures. It is `nil` before the media is open, and without a track of pictures.
  package var pictures: PictureFeed? { media.withLock { $0?.pictures } }

  /// The stretch that is decoded around the time.
  package var decodedRange: CMTimeRange? {
    guard let times = pictures?.decodedTimes else { return nil }
    return CMTimeRange(start: times.first, end: times.last)
  }

  /// Looks at the time, as it does by itself when the host's clock says that something is due: for those who let a device's
  /// time go on themselves.
  package func lookAtTime() { worker.signal() }

  /// Whether what comes next is decoded: a tenth of a second of pictures, and more of the sound.
  package var isDecodedAhead: Bool {
    guard let media = media.withLock({ $0 }) else { return true }
    return media.sound?.isDecodedAhead ?? true
      && media.pictures?.isDecoded(
        from: time, seconds: 0.1, isReversed: timebase.rate < 0) ?? true
  }

  // MARK: The worker

  private func work() {
    if !state.withLock({ $0.isOpen || $0.hasFailed || $0.hasEnded }) { open() }
    while !state.withLock({ $0.hasEnded || $0.hasFailed }), step() {}
    if state.withLock({ $0.hasEnded }) { close() }
  }

  private func open() {
    do {
      let media = try openMedia()
      self.media.withLock { $0 = media }
      if let sound = media.sound { timebase.drive(by: CMClock(sound.device)) }
      state.withLock { state in
        state.isOpen = true
        // The first picture and the first of the sound are decoded before it is ready.
        if state.newGoal == nil { state.newGoal = Goal(time: .zero, rate: state.wanted?.rate ?? 1) }
      }
    } catch {
      fail(error)
    }
  }

  private func openMedia() throws -> Media {
    let information = try content.load()
    func track(_ type: CMFormatDescription.MediaType) -> SourceTrack? {
      let tracks = information.tracks.filter { $0.mediaType == type && $0.isDecodable }
      return tracks.first(where: \.isEnabled) ?? tracks.first
    }
    let (video, audio) = (track(.video), track(.audio))
    guard video != nil || audio != nil else {
      throw MediaError(.decoderNotFound, .opening, "it has neither pictures nor sound that can be decoded")
    }
    let session = content.makeSession(continuesAfterDamage: false)
    let pictures = try video.map {
      let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
      return PictureFeed(
        try session.reader(of: $0, output: .pictures(PictureRequest()), timeRange: range, isRandomAccess: true))
    }
    let settings = state.withLock { $0.sound }
    let worker = worker
    let sound = try audio.map {
      try SoundSession(
        SoundFile(content, track: $0), on: makeDevice(settings.device), settings, at: 0,
        onArrival: { worker.signal() },
        onEnd: { [weak self] _, error in if let error { self?.soundHasFailed(error) } })
    }
    return Media(
      session: session, pictures: pictures, sound: sound, duration: try content.header().duration)
  }

  private func soundHasFailed(_ error: any Error) {
    state.withLock { $0.soundError = error }
    worker.signal()
  }

  private func close() {
    let media = self.media.withLock { media in
      defer { media = nil }
      return media
    }
    // The device's time ends with the sound.
    try? timebase.drive(rate: 0, time: timebase.time)
    timebase.drive(by: .hostTimeClock)
    media?.sound?.end()
    worker.stop()
  }

  private func fail(_ error: any Error) {
    let (isFirst, handlers) = state.withLock { state in
      defer { (state.hasFailed, state.goal, state.newGoal) = (true, nil, nil) }
      return (!state.hasFailed && !state.hasEnded, [state.goal, state.newGoal].compactMap { $0?.completion })
    }
    for handler in handlers { handler(false) }
    if isFirst { tell(.failed(error)) }
  }

  /// - Returns: whether there may be more to do.
  private func step() -> Bool {
    guard let media = media.withLock({ $0 }) else { return false }
    if let goal = takeGoal() { return begin(goal, media) }
    if let goal = state.withLock({ $0.goal }) {
      // Its worker tells when the sound is there.
      guard media.sound?.isReady ?? true else { return false }
      return arrive(goal)
    }
    if let error = state.withLock({ state in
      defer { state.soundError = nil }
      return state.soundError
    }) {
      return stop(with: error, media)
    }
    let (wanted, running, hasFinished) = state.withLock { ($0.wanted, $0.running, $0.hasFinished) }
    if wanted != running, !hasFinished { return change(to: wanted, media) }
    if running != nil, isAtEnd(media) { return finish(media) }
    return fill(media)
  }

  private func takeGoal() -> Goal? {
    state.withLock { state in
      guard let goal = state.newGoal else { return nil }
      state.newGoal = nil
      state.goal = goal
      return goal
    }
  }

  // MARK: Going to a place

  private func begin(_ goal: Goal, _ media: Media) -> Bool {
    stopTime(media)
    var goal = goal
    do {
      if let steps = goal.steps {
        goal.time = try media.pictures?.time(steps, from: goal.time) ?? goal.time
        goal.steps = nil
      }
      goal.time = CMTimeMinimum(CMTimeMaximum(.zero, goal.time), media.duration)
      if !goal.isForSound { try media.pictures?.seek(to: goal.time) }
    } catch {
      return stop(with: error, media)
    }
    soundRate = goal.rate > 0 ? goal.rate : 1
    media.sound?.seek(to: goal.time.seconds, rate: soundRate)
    state.withLock { state in
      // A completion that was ended meanwhile stays so.
      goal.completion = state.goal?.completion
      state.goal = goal
    }
    return true
  }

  private func arrive(_ goal: Goal) -> Bool {
    let isFirst = timebase.time != goal.time
    try? timebase.drive(time: goal.time)
    let completion = state.withLock { state in
      defer { (state.goal, state.hasFinished) = (nil, false) }
      return state.goal?.completion
    }
    if !hasToldReady {
      hasToldReady = true
      tell(.ready)
    } else if isFirst, !goal.isForSound {
      tell(.jumped)
    }
    if state.withLock({ $0.wanted == nil }) { tellRunning(false) }
    completion?(true)
    return true
  }

  /// What was told, on the worker.
  private var (hasToldReady, hasToldRunning) = (false, false)
  /// The rate at which the sound is decoded.
  private var soundRate = 1.0

  // MARK: Running

  private func tellRunning(_ isRunning: Bool) {
    if hasToldRunning == isRunning { return }
    hasToldRunning = isRunning
    tell(.runs(isRunning))
  }

  private func change(to wanted: Start?, _ media: Media) -> Bool {
    stopTime(media)
    guard let wanted else {
      tellRunning(false)
      return true
    }
    // At the end there is nowhere to go.
    if isAtEnd(media, rate: wanted.rate) {
      state.withLock { $0.running = wanted }
      return finish(media)
    }
    let sound = wanted.rate > 0 ? media.sound : nil
    if let sound, sound.isReady, soundRate != wanted.rate {
      // The sound is made anew at the other speed, from the same place.
      let time = timebase.time
      state.withLock { $0.newGoal = $0.newGoal ?? Goal(time: time, isForSound: true, rate: wanted.rate) }
      return true
    }
    start(wanted, media, sound)
    return true
  }

  private func start(_ wanted: Start, _ media: Media, _ sound: SoundSession?) {
    let time = timebase.time
    let clock = timebase.ultimateSourceClock
    var reference = clock.time
    if let hostTime = wanted.hostTime {
      reference = CMTimeMaximum(reference, CMClock.hostTimeClock.convertTime(hostTime, to: clock))
    }
    if let sound {
      let device = sound.device
      let rate = max(1, device.sampleRate)
      let margin = wanted.hostTime == nil ? Int64(Self.startMargin * Double(rate)) : 0
      let soonest = device.heardFrame + Int64(device.leadFrames) + margin
      let asked = CMTimeConvertScale(reference, timescale: CMTimeScale(clamping: rate), method: .default).value
      let frame = wanted.hostTime == nil ? soonest : asked
      sound.play(at: frame)
      reference = CMTime(value: frame, timescale: CMTimeScale(clamping: rate))
    }
    state.withLock { ($0.running, $0.startTime) = (wanted, time) }
    try? timebase.drive(rate: wanted.rate, time: time, at: reference)
    atEnd.set(end(media, rate: wanted.rate))
    tellRunning(true)
  }

  /// Lets the time stand where the sound goes on.
  private func stopTime(_ media: Media) {
    guard let running = state.withLock({ $0.running }) else { return }
    let time = time
    media.sound?.pause()
    try? timebase.drive(rate: 0)
    let rest = running.rate > 0 ? media.sound?.restTime ?? time : time
    // What is rendered reaches behind the end at most by what the device takes in advance.
    try? timebase.drive(time: CMTimeMinimum(rest, CMTimeMaximum(time, end(media, rate: 1))))
    state.withLock { $0.running = nil }
    refill.set(nil)
    atEnd.set(nil)
  }

  // MARK: The end

  private func end(_ media: Media, rate: Double) -> CMTime {
    let (forward, reverse) = state.withLock { ($0.forwardEnd, $0.reverseEnd) }
    if rate > 0 {
      let end = forward.isNumeric ? CMTimeMinimum(forward, media.duration) : media.duration
      // Behind what cannot be decoded there is nothing to show.
      return media.pictures?.failure.map { CMTimeMinimum(end, $0.time) } ?? end
    }
    return reverse.isNumeric ? CMTimeMaximum(reverse, .zero) : .zero
  }

  private func isAtEnd(_ media: Media, rate: Double? = nil) -> Bool {
    guard let rate = rate ?? state.withLock({ $0.running?.rate }) else { return false }
    let end = end(media, rate: rate)
    return rate > 0 ? time >= end : time <= end
  }

  private func finish(_ media: Media) -> Bool {
    let rate = state.withLock { $0.running?.rate } ?? 1
    stopTime(media)
    let end = end(media, rate: rate)
    try? timebase.drive(time: end)
    state.withLock { $0.hasFinished = true }
    hasToldRunning = false
    if rate > 0, let failure = media.pictures?.failure, failure.time <= end {
      tell(.failedToReachEnd(failure.error))
    } else {
      tell(.reachedEnd)
    }
    return true
  }

  private func stop(with error: any Error, _ media: Media) -> Bool {
    let completion = state.withLock { state in
      defer { (state.goal, state.wanted) = (nil, nil) }
      return state.goal?.completion
    }
    stopTime(media)
    completion?(false)
    guard hasToldReady else {
      fail(error)
      return false
    }
    hasToldRunning = false
    tell(.failedToReachEnd(error))
    return true
  }

  // MARK: Decoding ahead

  private func fill(_ media: Media) -> Bool {
    guard let pictures = media.pictures else { return waitForEnd(media) }
    let isReversed = (state.withLock { $0.running?.rate } ?? 1) < 0
    let time = time
    do {
      if try pictures.fill(from: time, isReversed: isReversed) { return true }
    } catch {
      return stop(with: error, media)
    }
    refill.set(state.withLock { $0.running != nil } ? pictures.refillTime(from: time, isReversed: isReversed) : nil)
    return waitForEnd(media)
  }

  /// A clock that is slower than the host's is waited for again.
  private func waitForEnd(_ media: Media) -> Bool {
    if let rate = state.withLock({ $0.running?.rate }) { atEnd.set(end(media, rate: rate)) }
    return false
  }
}
