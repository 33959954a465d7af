internal import AVFoundation
internal import Foundation
internal import Synchronization

/// A playback of one input, which accepts commands while it runs. Its sound plays on a sound device, and its pictures
/// are shown in a window or a terminal.
///
/// Without a display it plays the sound alone, and says so. `run()` blocks its thread until playing has ended, by
/// itself, by a command or by a signal. All other methods may be called on any thread, at any time.
package final class Playback: Sendable {
  private let description: PlaybackDescription
  private let terminal: TerminalScreen?
  private let onEvent: @Sendable (PlaybackEvent) -> Void
  private let state = Mutex(State())
  private let isOver = DispatchSemaphore(value: 0)
  /// A lock that is held while an event is sent, so that events are in the order of their times. Its value says whether
  /// the last event was sent.
  private let telling = Mutex(false)

  private struct State {
    var transport: (any PlaybackTransport)?
    var volume = 100.0
    var isMuted = false
    /// The commands that came before playing began, in their order. Nil since it began.
    var early: [PlaybackCommand]? = []
    var ending: Ending?

    /// Removes the first of the early commands, and returns it. It is nil where there are no more: playing has begun then.
    mutating func nextEarlyCommand() -> PlaybackCommand? {
      if early?.isEmpty == false { return early?.removeFirst() }
      early = nil
      return nil
    }
  }

  private enum Ending {
    /// It was played to its end, or to the error that ended it.
    case heard(AVError?)
    case quit
    case cancelled(signal: Int32)
  }

  /// The time between two events of the state, in seconds.
  private static let interval = 0.25

  /// - Parameters:
  ///   - terminal: the terminal screen that shows the pictures. Nil opens a window for them.
  ///   - onEvent: a closure that is called for each event, one at a time, on threads of the playback's own and on the
  ///     caller's of `run` and `perform`.
  package init(
    _ description: PlaybackDescription, terminal: TerminalScreen? = nil,
    onEvent: @escaping @Sendable (PlaybackEvent) -> Void
  ) {
    (self.description, self.terminal) = (description, terminal)
    self.onEvent = onEvent
  }

  // MARK: Running

  /// Plays the input, and waits for the end.
  ///
  /// - Returns: The result, or the error that ended it: one of exit 64, 65, 66, 67 or 69, or of a signal.
  package func run() -> Result<PlaybackResult, JobError> {
    let ending = Result { () throws(JobError) in try play() }
    switch ending {
    case .success(let result): tell(.result(result), isLast: true)
    case .failure(let error): tell(.error(error), isLast: true)
    }
    return ending
  }

  private func play() throws(JobError) -> PlaybackResult {
    let range = try description.range()
    var input = try InputFile(path: description.input)
    try input.makeSeekable(spoolingIn: NSTemporaryDirectory()) { () throws(JobError) in try checkSignals() }
    var problems: [String] = []
    let transport = try transport(of: input, range, &problems)
    defer { transport.end() }
    state.withLock { state in (state.transport, state.volume) = (transport, description.volume) }
    try checkSignals()
    begin(transport, problems)
    let ticker = Ticker(interval: Self.interval) { [self] in if transport.activity != .paused { tellState() } }
    isOver.wait()
    ticker.cancel()
    return try result(of: transport, input)
  }

  /// Returns the transport of the input, ready to play.
  ///
  /// - Parameter problems: a list to which the reasons are added why not all of the input is played, a sentence each.
  private func transport(
    of input: InputFile, _ range: CMTimeRange, _ problems: inout [String]
  ) throws(JobError) -> any PlaybackTransport {
    let handler: PlaybackTransport.Handler = { [weak self] event in self?.note(event) }
    // The part of the input that is read here is not read again to play it.
    let asset = AVURLAsset(url: input.url)
    let media = PlayableMedia(asset)
    do {
      guard media.hasPictures else {
        if let problem = media.pictureProblem {
          if !media.hasSound { throw Self.nothingToPlay(of: input, problem, media, .decoderMissing) }
          problems.append("\(problem): playing only the sound")
        } else if terminal != nil {
          problems.append("there are no pictures to show")
        }
        return try SoundTransport(asset, description, range, handler)
      }
      let problem: String
      do {
        if let screen = try screen() {
          let movie = try MovieTransport(asset, description, range, on: screen, handler)
          problems += [media.soundProblem.map { "\($0): playing only the pictures" }, movie.problem].compactMap { $0 }
          return movie
        }
        problem = "no display"
      } catch let error as MovieTransport.NoScreen {
        problem = "cannot open a window (\(error.reason))"
      }
      if !media.hasSound {
        throw Self.nothingToPlay(of: input, problem, media, .settingsUnsupported, hint: Self.terminalHint)
      }
      problems.append("\(problem): playing only the sound (\(Self.terminalHint))")
      return try SoundTransport(asset, description, range, handler)
    } catch let error as JobError {
      throw error
    } catch {
      var error = JobError(reading: error, of: input.name)
      if error.code == .deviceMissing { error = missingDevice(error) }
      throw error
    }
  }

  private static let terminalHint = "--terminal shows pictures in the terminal"

  /// Returns the error for an input whose pictures are not shown, for a reason, and that has no sound to play instead.
  private static func nothingToPlay(
    of input: InputFile, _ problem: String, _ media: PlayableMedia, _ code: ErrorCode, hint: String? = nil
  ) -> JobError {
    let rest = media.soundProblem ?? "there is no sound to play"
    return JobError(code, "\(input.name): \(problem), and \(rest)", hint: hint ?? code.advice)
  }

  /// Returns the screen that pictures are shown on. It is `nil` without a display.
  private func screen() throws -> MovieTransport.Screen? {
    if let terminal { return .terminal(terminal) }
    return AVPlayerWindow.isDisplayAvailable ? .window(title: description.input) : nil
  }

  /// Returns the same error with a list of the devices, and without the input's name, whose fault it is not.
  private func missingDevice(_ error: JobError) -> JobError {
    let devices = (try? AVAudioPlayer.outputDevices) ?? []
    var error = error
    if let device = description.device { error.message = "there is no sound device \"\(device)\"" }
    if !devices.isEmpty { error.hint = "devices are: " + devices.map(\.identifier).joined(separator: ", ") }
    return error
  }

  private func begin(_ transport: any PlaybackTransport, _ problems: [String]) {
    let start = transport.start
    tell(.start(start))
    // A key that answers the first picture, or one of the next events, finds the media playing.
    transport.play()
    while let command = state.withLock({ $0.nextEarlyCommand() }) { carryOut(command, on: transport) }
    for problem in problems { tell(.warning(problem)) }
    if description.device == nil, start.device?.isSilent == true {
      tell(.warning("no sound device: playing without sound"))
    }
  }

  /// Handles an event of the transport.
  private func note(_ event: TransportEvent) {
    switch event {
    case .ended(let error): end(.heard(error))
    case .deviceMoved(.lost(let reason)):
      tell(.warning("the sound device was lost (\(reason)): playing without sound"))
    case .deviceMoved(.returned(let device)):
      tell(.warning("the sound device is available again: playing on \(device.name)"))
    case .key(let key): PlaybackKeys.commands(key).forEach(perform)
    case .windowClosed(.displayLost):
      let hasSound = state.withLock { $0.transport?.start.sound } != nil
      let rest = hasSound ? "playing only the sound" : "there is no output left"
      tell(.warning("the display was lost: \(rest)"))
    case .windowClosed: end(.quit)
    }
  }

  private func result(of transport: any PlaybackTransport, _ input: InputFile) throws(JobError) -> PlaybackResult {
    let gaps = transport.gaps
    func result(isComplete: Bool, _ time: Double) -> PlaybackResult {
      PlaybackResult(
        isComplete: isComplete, place: transport.place(time), underruns: gaps.underruns,
        starvedFrames: gaps.starvedFrames, shownPictures: transport.pictures?.shownCount)
    }
    switch state.withLock({ $0.ending }) {
    case .heard(let error?): throw JobError(reading: error, of: input.name)
    case .cancelled(let signal): throw .interrupted(by: signal)
    case .quit: return result(isComplete: false, transport.time)
    case .heard(nil), nil:
      let duration = transport.duration
      return result(isComplete: true, duration.isFinite ? duration : transport.time)
    }
  }

  // MARK: Commands

  /// Performs a command. Before playing has begun, the command is kept until then. After playing has ended, it is
  /// ignored.
  package func perform(_ command: PlaybackCommand) {
    let transport = state.withLock { state in
      state.early?.append(command)
      return state.early == nil ? state.transport : nil
    }
    if let transport { carryOut(command, on: transport) }
  }

  private func carryOut(_ command: PlaybackCommand, on transport: any PlaybackTransport) {
    if state.withLock({ $0.ending != nil }) { return }
    switch command {
    case .togglePause: if transport.activity == .paused { transport.play() } else { transport.pause() }
    case .skip(let seconds): transport.seek(to: min(max(0, transport.time + seconds), transport.duration))
    case .changeVolume(let percent):
      let volumes = PlaybackDescription.volumes
      changeVolume { $0.volume = min(max($0.volume + percent, volumes.lowerBound), volumes.upperBound) }
    case .toggleMute: changeVolume { $0.isMuted.toggle() }
    case .changeRate(let step):
      let rates = PlaybackDescription.rates
      // A tenth is no binary fraction: without rounding, steps up and down would not meet.
      let rate = transport.rate.tenths + step
      transport.setRate(Float(min(max(rate, rates.lowerBound), rates.upperBound)))
    case .step(let count): transport.pictures?.step(by: count)
    case .nextSubtitles: transport.pictures?.showNextSubtitles()
    case .toggleFullScreen: transport.pictures?.toggleFullScreen()
    case .leaveFullScreen: transport.pictures?.leaveFullScreen()
    case .quit: return end(.quit)
    }
    tellState()
  }

  /// Shows the same picture again, in a terminal of another size.
  package func redraw() { state.withLock { $0.transport?.pictures }?.redraw() }

  private func changeVolume(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.transport?.setVolume(state.isMuted ? 0 : Float(state.volume / 100))
    }
  }

  /// Ends the playback for a signal.
  ///
  /// - Returns: Whether `run` returns at once. Otherwise it is still opening the input, which only the end of the
  ///   process ends; the error was then sent as an event.
  package func cancel(signal: Int32) -> Bool {
    end(.cancelled(signal: signal))
    if state.withLock({ $0.transport != nil }) { return true }
    tell(.error(.interrupted(by: signal)), isLast: true)
    return false
  }

  private func end(_ ending: Ending) {
    state.withLock { if $0.ending == nil { $0.ending = ending } }
    isOver.signal()
  }

  private func checkSignals() throws(JobError) {
    if case .cancelled(let signal) = state.withLock({ $0.ending }) { throw .interrupted(by: signal) }
  }

  // MARK: Events

  private func tellState() { tell { present.map { .state($0) } } }

  /// The present state. Nil before there is something to play.
  package var present: PlaybackStatus? {
    let now = state.withLock { state in state.transport.map { ($0, state.volume, state.isMuted) } }
    guard let (transport, volume, isMuted) = now else { return nil }
    let duration = transport.duration
    return PlaybackStatus(
      activity: transport.activity, place: transport.place(transport.time),
      end: duration.isFinite ? transport.place(duration) : nil, volume: volume, isMuted: isMuted,
      rate: transport.rate.tenths, levels: transport.levels, start: transport.start.start,
      hasPictures: transport.pictures != nil, subtitles: transport.pictures?.subtitles)
  }

  private func tell(_ event: PlaybackEvent, isLast: Bool = false) { tell(isLast: isLast) { event } }

  /// Sends an event, which is made only when its turn has come. Otherwise an old state could be sent after the newer
  /// one of another thread. Nothing is sent after the last event.
  private func tell(isLast: Bool = false, _ event: () -> PlaybackEvent?) {
    telling.withLock { isFinished in
      if !isFinished, let event = event() { onEvent(event) }
      isFinished = isFinished || isLast
    }
  }
}
