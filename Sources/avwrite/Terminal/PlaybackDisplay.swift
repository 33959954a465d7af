internal import AVWritePipeline
internal import CSystem
internal import Foundation
internal import Synchronization

/// A display of a playback for people, on the standard error: a line, and pictures above it if they were asked for. It
/// may be used from any thread.
///
/// Nothing is drawn in the background, where the terminal is used by the shell.
final class PlaybackDisplay: Sendable {
  private struct State {
    /// The playback's state that the line shows. Nil before the first state, and after the end.
    var playing: PlaybackStatus?
    var hasLine = false
    /// A Boolean value that says whether pictures are shown on the terminal's alternate screen.
    var hasScreen = false
    /// A Boolean value that says whether the terminal was released. A picture may still arrive then before the end.
    var isSuspended = false
    /// The warnings to write when the alternate screen is left.
    var warnings: [String] = []
    /// The size for which the screen was cleared.
    var size: TerminalSize?
  }

  private let terminal = Terminal()
  private let isQuiet: Bool
  private let state = Mutex(State())

  // The sequences that enter xterm's alternate screen without a cursor, and leave it (DECSET 1049 and 25).
  private static let (enter, leave) = ("\u{1B}[?1049h\u{1B}[?25l", "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
  private static let (clearAll, clearLine) = ("\u{1B}[2J", "\r\u{1B}[K")

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  var isInteractive: Bool { terminal.isInteractive }

  func show(_ event: PlaybackEvent) {
    switch event {
    case .state(let playing):
      state.withLock { state in
        state.playing = playing
        drawLine(&state)
      }
    case .warning(let message): if !isQuiet { warn(message) }
    // The command prints the error that it ends with.
    case .error, .result:
      state.withLock { $0.playing = nil }
      suspend()
    case .start: break
    }
  }

  /// Writes one line about the present state, in answer to a signal.
  func showStatus(_ playing: PlaybackStatus?) {
    state.withLock { state in
      if state.hasScreen { return }
      Self.clearLine(&state)
      Console.say("avwrite: " + (playing.map { PlaybackLine(width: nil).text($0) } ?? "starting"))
    }
  }

  private func warn(_ message: String) {
    state.withLock { state in
      if state.hasScreen { return state.warnings.append(message) }
      Self.clearLine(&state)
      Console.warn(message)
    }
  }

  private func canDraw(_ state: State) -> Bool {
    terminal.isInteractive && !state.isSuspended && Terminal.isInForeground(of: STDERR_FILENO)
  }

  private func drawLine(_ state: inout State) {
    guard let playing = state.playing, !isQuiet, canDraw(state) else { return }
    let place = state.hasScreen ? "\u{1B}[\(terminal.size.height);1H" : "\r"
    Console.draw("\(place)\(PlaybackLine(width: terminal.width).text(playing))\u{1B}[K")
    state.hasLine = !state.hasScreen
  }

  private static func clearLine(_ state: inout State) {
    if state.hasLine { Console.draw(clearLine) }
    state.hasLine = false
  }

  // MARK: Releasing the terminal

  /// Releases the terminal, writes the pending warnings, and draws nothing until `resume()`.
  @Sendable func suspend() { state.withLock { Self.suspend(&$0) } }

  /// Draws the line again after `suspend()`.
  func resume() {
    state.withLock { state in
      state.isSuspended = false
      drawLine(&state)
    }
  }

  /// Draws the line again, after the size of the terminal has changed.
  func redraw() { state.withLock { drawLine(&$0) } }

  /// Releases the terminal if it accepts text now. Waiting for one that does not would keep the process from ending.
  func suspendAtOnce() {
    if terminal.isWritable { _ = state.withLockIfAvailable { Self.suspend(&$0) } }
  }

  private static func suspend(_ state: inout State) {
    clearLine(&state)
    state.isSuspended = true
    guard state.hasScreen else { return }
    Console.draw(leave)
    csystem_guard_screen(false)
    for warning in state.warnings { Console.warn(warning) }
    (state.hasScreen, state.warnings, state.size) = (false, [], nil)
  }

  // MARK: Pictures

  /// Returns the terminal as a screen for pictures, which have all of it except the last row.
  func screen() -> TerminalScreen {
    let terminal = terminal
    return TerminalScreen(
      form: TerminalForm(environment: ProcessInfo.processInfo.environment), size: { terminal.pictureSize },
      draw: { [weak self] text in self?.drawPicture(text) })
  }

  private func drawPicture(_ text: String) {
    state.withLock { state in
      guard canDraw(state) else { return }
      let size = terminal.pictureSize
      let isCleared = state.hasScreen && state.size == size
      if !state.hasScreen {
        Self.clearLine(&state)
        csystem_guard_screen(true)
        Console.draw(Self.enter)
      }
      (state.hasScreen, state.size) = (true, size)
      Console.draw((isCleared ? "" : Self.clearAll) + text)
      if !isCleared { drawLine(&state) }
    }
  }

  /// Makes the terminal be restored when a crash ends the process, or a key that asks for a core dump.
  func guardTerminal() { csystem_guard_terminal(Self.leave) }
}
