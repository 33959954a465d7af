internal import AVWritePipeline
internal import Synchronization

/// Shows to people what plays, on the standard error. May be used from any thread.
final class PlaybackDisplay: Sendable {
  private let terminal = Terminal()
  private let isQuiet: Bool
  private let hasLine = Mutex(false)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ event: PlaybackEvent) {
    switch event {
    case .state(let state): draw(state)
    case .warning(let message):
      if isQuiet { return }
      clear()
      Console.warn(message)
    // The command prints the error that it ends with.
    case .error, .result: clear()
    case .start: break
    }
  }

  /// One line about the present, asked for by a signal.
  func showStatus(_ state: PlaybackState?) {
    clear()
    Console.say("avwrite: " + (state.map { PlaybackLine(width: nil).text($0) } ?? "starting"))
  }

  private func draw(_ state: PlaybackState) {
    guard terminal.isInteractive, !isQuiet else { return }
    hasLine.withLock { hasLine in
      Console.draw("\r\(PlaybackLine(width: terminal.width).text(state))\u{1B}[K")
      hasLine = true
    }
  }

  private func clear() {
    hasLine.withLock { hasLine in
      if hasLine { Console.draw("\r\u{1B}[K") }
      hasLine = false
    }
  }
}
