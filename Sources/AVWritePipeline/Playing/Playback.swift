internal import AVFoundation
internal import Foundation
internal import Synchronization

/// Plays the sound of one input on a sound device, and takes commands meanwhile.
///
/// `run` blocks its thread until the sound was heard to its end, or a command or signal ended it; every other method may be
/// called on any thread, before and after that too.
package final class Playback: Sendable {
  private let description: PlaybackDescription
  private let onEvent: @Sendable (PlaybackEvent) -> Void
  private let state = Mutex(State())
  private let isOver = DispatchSemaphore(value: 0)
  /// Held while an event is told, so that events are in the order of what they tell.
  private let telling = Mutex(false)

  private struct State {
    var player: AVAudioPlayer?
    /// The place in the file's sound at which the part begins.
    var start = CMTime.zero
    var volume = 100.0
    var isMuted = false
    var ending: Ending?
  }

  private enum Ending {
    /// To its end, or to the error that ended it.
    case heard(AVError?)
    case quit
    case cancelled(signal: Int32)
  }

  /// The time between two looks at the place and the levels, in seconds.
  private static let interval = 0.25

  /// - Parameter onEvent: called for each event, one at a time, on threads of the playback's own and on the caller's of `run`
  ///   and `perform`.
  package init(_ description: PlaybackDescription, onEvent: @escaping @Sendable (PlaybackEvent) -> Void) {
    self.description = description
    self.onEvent = onEvent
  }

  // MARK: Running

  /// Plays, and waits for the end.
  ///
  /// - Returns: how it ended: an error of exit 64, 65, 66, 67 or 69, or of a signal.
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
    let player = try player(of: input, range)
    defer {
      // What a player tells keeps this object alive.
      player.observeEnd(nil)
      player.observeDevice(nil)
      player.stop()
      AVAudioPlayer.waitForSilence()
    }
    state.withLock { $0 = State(player: player, start: range.start, volume: description.volume, ending: $0.ending) }
    try checkSignals()
    begin(player)
    let ticker = Ticker(interval: Self.interval) { [self] in if player.isPlaying { tellState() } }
    isOver.wait()
    ticker.cancel()
    return try result(of: player, input)
  }

  /// A player that is ready.
  private func player(of input: InputFile, _ range: CMTimeRange) throws(JobError) -> AVAudioPlayer {
    do {
      let player = try AVAudioPlayer(contentsOf: input.url, range: range)
      player.isMeteringEnabled = true
      player.volume = Float(description.volume / 100)
      player.enableRate = true
      player.rate = Float(description.rate)
      player.numberOfLoops = if case .times(let count) = description.repetition { count } else { -1 }
      player.currentDevice = description.device
      try player.requireReadiness()
      return player
    } catch {
      var error = JobError(reading: error, of: input.name)
      if error.code == .deviceMissing { error = missingDevice(error) }
      throw error
    }
  }

  /// The same error with the devices that there are, and without the input's name, whose fault it is not.
  private func missingDevice(_ error: JobError) -> JobError {
    let devices = (try? AVAudioPlayer.outputDevices) ?? []
    var error = error
    if let device = description.device { error.message = "there is no sound device \"\(device)\"" }
    if !devices.isEmpty { error.hint = "there are: " + devices.map(\.identifier).joined(separator: ", ") }
    return error
  }

  private func begin(_ player: AVAudioPlayer) {
    player.observeEnd { [self] in end(.heard($0)) }
    player.observeDevice { [self] move in
      switch move {
      case .lost(let reason): tell(.warning("the sound device went away (\(reason)): playing in silence"))
      case .returned(let device): tell(.warning("the sound device is back: playing on \(device.name)"))
      }
    }
    if let device = player.outputDevice { tell(.start(start(of: player, on: device))) }
    if description.device == nil, player.outputDevice?.isSilent == true {
      tell(.warning("no sound device: playing in silence"))
    }
    player.play()
  }

  private func start(of player: AVAudioPlayer, on device: AVAudioPlayer.OutputDevice) -> PlaybackStart {
    PlaybackStart(
      input: description.input, codec: String(fourCharacters: player.format.formatDescription.mediaSubType.rawValue),
      sampleRate: Int(player.format.sampleRate), channels: player.numberOfChannels, start: place(0, of: player),
      duration: seconds(player.duration, of: player),
      device: PlaybackDevice(identifier: device.identifier, name: device.name, isSilent: device.isSilent))
  }

  private func result(of player: AVAudioPlayer, _ input: InputFile) throws(JobError) -> PlaybackResult {
    let gaps = player.gaps
    func result(isComplete: Bool, _ time: Double) -> PlaybackResult {
      PlaybackResult(
        isComplete: isComplete, place: place(time, of: player), underruns: gaps.underruns,
        starvedFrames: gaps.starvedFrames)
    }
    switch state.withLock({ $0.ending }) {
    case .heard(let error?): throw JobError(reading: error, of: input.name)
    case .cancelled(let signal): throw .interrupted(by: signal)
    case .quit: return result(isComplete: false, player.currentTime)
    case .heard(nil), nil: return result(isComplete: true, player.duration)
    }
  }

  // MARK: Commands

  /// Does what a command says; before the sound plays, and after it, nothing.
  package func perform(_ command: PlaybackCommand) {
    guard let player = state.withLock({ $0.ending == nil ? $0.player : nil }) else { return }
    switch command {
    case .togglePause: if player.isPlaying { player.pause() } else { player.play() }
    case .skip(let seconds): player.currentTime = min(max(0, player.currentTime + seconds), player.duration)
    case .changeVolume(let percent):
      let volumes = PlaybackDescription.volumes
      changeVolume { $0.volume = min(max($0.volume + percent, volumes.lowerBound), volumes.upperBound) }
    case .toggleMute: changeVolume { $0.isMuted.toggle() }
    case .changeRate(let step):
      let rates = PlaybackDescription.rates
      // A tenth is no binary fraction: without rounding, steps up and down would not meet.
      let rate = tenths(player.rate + Float(step))
      player.rate = Float(min(max(rate, rates.lowerBound), rates.upperBound))
    case .quit: return end(.quit)
    }
    tellState()
  }

  private func changeVolume(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.player?.volume = state.isMuted ? 0 : Float(state.volume / 100)
    }
  }

  /// Ends it for a signal.
  ///
  /// - Returns: whether `run` returns at once. Otherwise it is still opening the input, which nothing but the end of the
  ///   process ends; the error was told.
  package func cancel(signal: Int32) -> Bool {
    end(.cancelled(signal: signal))
    if state.withLock({ $0.player != nil }) { return true }
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

  private func tellState() { if let present { tell(.state(present)) } }

  /// The state now. Nil before there is something to play.
  package var present: PlaybackState? {
    let now = state.withLock { state in state.player.map { ($0, state.volume, state.isMuted) } }
    guard let (player, volume, isMuted) = now else { return nil }
    player.updateMeters()
    let levels = (0..<player.numberOfChannels).map {
      PlaybackState.Level(
        average: tenths(player.averagePower(forChannel: $0)), peak: tenths(player.peakPower(forChannel: $0)))
    }
    return PlaybackState(
      isPlaying: player.isPlaying, place: place(player.currentTime, of: player),
      end: place(player.duration, of: player),
      volume: volume, isMuted: isMuted, rate: tenths(player.rate), levels: levels)
  }

  /// The nearest number with one decimal: more are not looked at.
  private func tenths(_ number: Float) -> Double { (Double(number) * 10).rounded() / 10 }

  /// Nothing is told behind the last event.
  private func tell(_ event: PlaybackEvent, isLast: Bool = false) {
    telling.withLock { isFinished in
      if !isFinished { onEvent(event) }
      isFinished = isFinished || isLast
    }
  }

  /// A time of the part that is played, as a place in the file's sound.
  private func place(_ time: Double, of player: AVAudioPlayer) -> ExactTime {
    let start = state.withLock { $0.start }
    return seconds(start.seconds + time, of: player)
  }

  /// A time to the frame of the sound.
  private func seconds(_ time: Double, of player: AVAudioPlayer) -> ExactTime {
    let rate = Int32(clamping: max(1, Int64(player.format.sampleRate)))
    return ExactTime(value: Int64(exactly: (time * Double(rate)).rounded()) ?? .max, scale: rate)
  }
}
