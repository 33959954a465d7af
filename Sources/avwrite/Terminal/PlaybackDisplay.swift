internal import AVWritePipeline
internal import Foundation
internal import Synchronization

/// Shows to people what plays, on the standard error: a line, and above it pictures where they are asked for. May be used from
/// any thread.
final class PlaybackDisplay: Sendable {
  private struct State {
    var hasLine = false
    /// A Boolean value that says whether pictures have the screen.
    var hasScreen = false
    /// The line that is said when they give it back.
    var warnings: [String] = []
    /// The size for which the screen was cleared.
    var size: TerminalSize?
  }

  private let terminal = Terminal()
  private let isQuiet: Bool
  private let state = Mutex(State())

  // xterm's other screen, without a cursor, and back (xterm's control sequences, DECSET 1049 and 25).
  private static let (enter, leave) = ("\u{1B}[?1049h\u{1B}[?25l", "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
  private static let clearAll = "\u{1B}[2J"

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  var isInteractive: Bool { terminal.isInteractive }

  func show(_ event: PlaybackEvent) {
    switch event {
    case .state(let state): draw(state)
    case .warning(let message): if !isQuiet { warn(message) }
    // The command prints the error that it ends with.
    case .error, .result:
      leaveScreen()
      clear()
    case .start: break
    }
  }

  /// One line about the present, asked for by a signal.
  func showStatus(_ state: PlaybackState?) {
    if self.state.withLock({ $0.hasScreen }) { return }
    clear()
    Console.say("avwrite: " + (state.map { PlaybackLine(width: nil).text($0) } ?? "starting"))
  }

  private func warn(_ message: String) {
    let isKept = state.withLock { state in
      if state.hasScreen { state.warnings.append(message) }
      return state.hasScreen
    }
    if isKept { return }
    clear()
    Console.warn(message)
  }

  private func draw(_ playing: PlaybackState) {
    guard terminal.isInteractive, !isQuiet else { return }
    let text = PlaybackLine(width: terminal.width).text(playing)
    state.withLock { state in
      let place = state.hasScreen ? "\u{1B}[\(terminal.size.height);1H" : "\r"
      Console.draw("\(place)\(text)\u{1B}[K")
      state.hasLine = !state.hasScreen
    }
  }

  private func clear() {
    state.withLock { state in
      if state.hasLine { Console.draw("\r\u{1B}[K") }
      state.hasLine = false
    }
  }

  // MARK: Pictures

  /// The terminal as a screen for pictures, which have all of it but the last row. Call it while the process has one thread.
  func screen() -> TerminalScreen {
    // What a source is to be told of has to be blocked in every thread, or it is gone when it comes.
    var changes = sigset_t()
    sigemptyset(&changes)
    sigaddset(&changes, SIGWINCH)
    pthread_sigmask(SIG_BLOCK, &changes, nil)
    let terminal = terminal
    return TerminalScreen(
      form: TerminalForm(environment: ProcessInfo.processInfo.environment), size: { terminal.pictureSize },
      draw: { [weak self] text in self?.drawPicture(text) })
  }

  private func drawPicture(_ text: String) {
    let size = terminal.pictureSize
    state.withLock { state in
      let beginning = state.hasScreen ? "" : Self.enter
      let isNew = !state.hasScreen || state.size != size
      (state.hasScreen, state.size, state.hasLine) = (true, size, false)
      Console.draw(beginning + (isNew ? Self.clearAll : "") + text)
    }
  }

  /// Gives the screen back that pictures have, and says what was to be said meanwhile.
  @Sendable func leaveScreen() {
    let warnings = state.withLock { state in
      guard state.hasScreen else { return [String]() }
      Console.draw(Self.leave)
      defer { (state.hasScreen, state.warnings, state.size) = (false, [], nil) }
      return state.warnings
    }
    for warning in warnings { Console.warn(warning) }
  }

  /// Calls when the terminal has another size, for as long as the result is kept; after `screen()`.
  func watchSize(_ onChange: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    let changes = DispatchSource.makeSignalSource(signal: SIGWINCH)
    changes.setEventHandler(handler: onChange)
    changes.activate()
    return changes
  }
}
