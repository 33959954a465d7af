internal import AVFoundation
internal import Foundation
internal import Synchronization

/// A playback of pictures in a window or a terminal, with their sound if there is any.
final class MovieTransport: PlaybackTransport, PlaybackPictures {
  /// The screen that pictures are shown on.
  enum Screen: Sendable {
    case window(title: String)
    case terminal(TerminalScreen)
  }

  /// An error for a window that cannot be opened.
  struct NoScreen: Error {
    let reason: String
  }

  private enum Shown: Sendable {
    case window(AVPlayerWindow)
    case terminal(PicturePresenter)
  }

  private struct State {
    var repetition: PlaybackDescription.Repetition
    /// The number of pictures that were shown before this repetition.
    var formerCount = 0
    /// A Boolean value that says whether a single picture is shown for its time.
    var isHolding = false
    /// The number of times that a single picture began to be shown for its time.
    var holdCount = 0
    var hasEnded = false
  }

  let start: PlaybackStart
  private let player: AVPlayer
  private let item: AVPlayerItem
  private let range: CMTimeRange
  /// The time for which a single picture without sound is shown, in seconds.
  private let pictureSeconds: Double
  private let shown: Shown
  private let handler: Handler
  private let state: Mutex<State>

  /// Opens pictures and sound, and shows the first picture. They are then ready to play.
  ///
  /// - Throws: `AVError` of the file, and of the sound device; `NoScreen` where no window is opened.
  init(
    _ asset: AVURLAsset, _ description: PlaybackDescription, _ range: CMTimeRange, on screen: Screen,
    _ handler: @escaping Handler
  ) throws {
    let player = AVPlayer(device: description.device)
    let item = AVPlayerItem(asset: asset)
    shown = try Self.show(player, on: screen, handler)
    (self.player, self.item, self.handler) = (player, item, handler)
    state = Mutex(State(repetition: description.repetition))
    do {
      try Self.open(item, in: player, range)
    } catch {
      Self.close(shown)
      throw error
    }
    let drawsTexts = if case .terminal(let terminal) = screen { terminal.form.drawsTexts } else { true }
    problem = drawsTexts ? item.textProblem.map { "subtitles cannot be drawn: \($0)" } : nil
    let isStated = item.duration.isNumeric
    let rest = isStated ? CMTimeMaximum(.zero, item.duration - range.start) : .positiveInfinity
    self.range = CMTimeRange(start: range.start, duration: CMTimeMinimum(range.duration, rest))
    pictureSeconds = range.duration.isNumeric ? range.duration.seconds : PlaybackDescription.pictureSeconds
    start = Self.facts(of: item, player, description, self.range, screen)
    player.actionAtItemEnd = .none
    player.volume = Float(description.volume / 100)
    player.defaultRate = Float(description.rate)
    player.enableMetering()
    player.observeEvents(self) { [weak self] event in self?.note(event) }
    player.observeDevice { handler(.deviceMoved($0)) }
  }

  private static func show(_ player: AVPlayer, on screen: Screen, _ handler: @escaping Handler) throws -> Shown {
    switch screen {
    case .window(let title):
      let window = try open(title, player)
      window.onKey { handler(.key($0)) }
      window.onClose { handler(.windowClosed($0)) }
      return .window(window)
    case .terminal(let terminal):
      let form = terminal.form
      return .terminal(
        PicturePresenter(player, in: { form.area(terminal.size()) }, drawsTexts: form.drawsTexts) { grid in
          terminal.draw(form.text(grid, in: terminal.size()))
        })
    }
  }

  private static func open(_ title: String, _ player: AVPlayer) throws(NoScreen) -> AVPlayerWindow {
    do {
      return try AVPlayerWindow(player: player, title: title)
    } catch {
      let reason = (error as? AVError)?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
      throw NoScreen(reason: reason ?? "\(error)")
    }
  }

  private static func close(_ shown: Shown) {
    switch shown {
    case .window(let window):
      window.onKey(nil)
      window.onClose(nil)
      window.close()
    case .terminal(let presenter): presenter.end()
    }
  }

  /// Gives the item to the player, and waits until it is ready.
  private static func open(_ item: AVPlayerItem, in player: AVPlayer, _ range: CMTimeRange) throws {
    let isKnown = DispatchSemaphore(value: 0)
    player.observeEvents(item) { event in
      switch event {
      case .ready, .failed: isKnown.signal()
      default: break
      }
    }
    defer { player.observeEvents(item, nil) }
    if range.duration.isNumeric { item.forwardPlaybackEndTime = range.end }
    if range.start > .zero { item.seek(to: range.start, toleranceBefore: .zero, toleranceAfter: .zero) }
    player.replaceCurrentItem(with: item)
    isKnown.wait()
    if let error = item.error { throw error }
  }

  private static func facts(
    of item: AVPlayerItem, _ player: AVPlayer, _ description: PlaybackDescription, _ range: CMTimeRange,
    _ screen: Screen
  ) -> PlaybackStart {
    func format(_ type: AVMediaType) -> CMFormatDescription? {
      item.tracks.first { $0.isEnabled && $0.assetTrack?.mediaType == type }?.assetTrack?.format
    }
    let sound = format(.audio).map(PlaybackStart.Sound.init)
    let size = item.presentationSize
    let picture = format(.video).map { format in
      let place: PlaybackStart.Picture.Place = if case .window = screen { .window } else { .terminal }
      return PlaybackStart.Picture(
        codec: format.codecName, width: max(1, Int(size.width.rounded())), height: max(1, Int(size.height.rounded())),
        place: place)
    }
    let device = player.outputDevice
    return PlaybackStart(
      input: description.input, sound: device == nil ? nil : sound, picture: picture,
      start: ExactTime(range.start) ?? .zero, duration: ExactTime(range.duration),
      device: device.map(PlaybackDevice.init))
  }

  // MARK: Events

  private func note(_ event: AVPlayer.Event) {
    switch event {
    case .ended: if isStill { hold() } else { repeatOrFinish() }
    case .failed(let error), .failedToEnd(let error): finish(error)
    case .itemChanged, .ready, .runs, .stalled, .buffered, .jumped, .decoded, .shapeChanged: break
    }
  }

  /// A Boolean value that says whether the media is a single picture without sound, whose own duration would be too
  /// short to see.
  private var isStill: Bool { start.sound == nil && shownCount - state.withLock { $0.formerCount } <= 1 }

  /// Shows a single picture for its time, which does not run while playing is paused.
  private func hold() {
    let number = state.withLock { state in
      state.isHolding = true
      state.holdCount += 1
      return state.holdCount
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + pictureSeconds) { [weak self] in self?.endHold(number) }
  }

  private func endHold(_ number: Int) {
    let isOver = player.rate != 0 && state.withLock { $0.isHolding && $0.holdCount == number }
    if isOver { repeatOrFinish() }
  }

  private func repeatOrFinish() {
    let count = shownCount
    let goesOn = state.withLock { state in
      state.formerCount = count
      guard case .times(let count) = state.repetition else { return true }
      state.repetition = .times(count - 1)
      return count > 0
    }
    if goesOn { seek(to: 0) } else { finish(nil) }
  }

  private func finish(_ error: AVError?) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    if isFirst { handler(.ended(error)) }
  }

  // MARK: Transport

  var activity: PlaybackStatus.Activity {
    if player.rate == 0 { return .paused }
    let isWaiting = player.timeControlStatus == .waitingToPlayAtSpecifiedRate
    return isWaiting && !state.withLock { $0.isHolding } ? .waiting : .playing
  }

  func play() {
    if state.withLock({ $0.isHolding }) { hold() }
    player.play()
  }

  func pause() { player.pause() }

  var time: Double { min(max(0, (player.currentTime() - range.start).seconds), duration) }
  var duration: Double { range.duration.seconds }

  func seek(to time: Double) {
    state.withLock { $0.isHolding = false }
    let place = range.start + CMTime(seconds: time, preferredTimescale: 1_000_000)
    player.seek(to: place, toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func place(_ time: Double) -> ExactTime {
    ExactTime(range.start + CMTime(seconds: time, preferredTimescale: 1_000_000)) ?? .zero
  }

  func setVolume(_ volume: Float) { player.volume = volume }
  var rate: Float { player.defaultRate }

  func setRate(_ rate: Float) {
    player.defaultRate = rate
    if player.rate != 0 { player.rate = rate }
  }

  var levels: [PlaybackStatus.Level] {
    player.levels.map { PlaybackStatus.Level(average: $0.average.tenths, peak: $0.peak.tenths) }
  }

  var gaps: (underruns: Int, starvedFrames: Int64) { player.gaps }
  var pictures: (any PlaybackPictures)? { self }

  func end() {
    player.observeEvents(self, nil)
    player.observeDevice(nil)
    state.withLock { $0.isHolding = false }
    player.pause()
    Self.close(shown)
    player.replaceCurrentItem(with: nil)
    AVAudioPlayer.waitForSilence()
  }

  // MARK: Pictures

  var shownCount: Int {
    switch shown {
    case .window(let window): window.shownCount
    case .terminal(let presenter): presenter.shownCount
    }
  }

  func step(by count: Int) {
    player.pause()
    item.step(byCount: count)
  }

  var subtitles: Int? { item.textTrackNumber }
  func showNextSubtitles() { item.showNextTextTrack() }

  /// The reason why not everything is shown, as one sentence. It is nil if everything is.
  let problem: String?

  func toggleFullScreen() { if case .window(let window) = shown { window.isFullScreen.toggle() } }
  func leaveFullScreen() { if case .window(let window) = shown { window.isFullScreen = false } }

  /// Shows the same picture again, in a terminal of another size.
  func redraw() { if case .terminal(let presenter) = shown { presenter.redraw() } }
}
