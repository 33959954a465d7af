internal import AVWritePipeline
internal import Synchronization

/// A display of a job's events for people, on the standard error. It may be used from any thread.
final class ProgressDisplay: Sendable {
  private let style: ProgressStyle
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let terminal: Terminal
  private let state = Mutex(State())

  private struct State {
    var hasBar = false
    var nextLine = 0.0
  }

  init(_ style: ProgressStyle, isQuiet: Bool, isVerbose: Bool) {
    terminal = Terminal()
    self.style = style == .auto ? (terminal.isInteractive ? .bar : .none) : style
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  func show(_ event: JobEvent) {
    switch event {
    case .start(let start): if isVerbose { say(lines: start.plans.text(for: start.outputs)) }
    case .progress(let progress): draw(progress)
    case .warning(let message): if !isQuiet { say("avwrite: warning: \(message)") }
    case .result(let result): if !isQuiet { result.outputs.forEach(conclude) }
    // The command prints the error that it ends with.
    case .error: break
    }
  }

  /// Writes one line about the present state, in answer to a signal.
  func showStatus(_ progress: Progress?) {
    say(progress.map { "avwrite: " + ProgressLine(width: nil, usesColour: false).text($0) } ?? "avwrite: starting")
  }

  /// Removes the bar.
  func finish() { state.withLock { clear(&$0) } }

  /// The share of the media between two lines of a log, from 0 to 1.
  private static let lineStep = 0.1

  private func draw(_ progress: Progress) {
    state.withLock { state in
      switch style {
      case .bar:
        let line = ProgressLine(width: terminal.width, usesColour: terminal.usesColour).text(progress)
        Console.draw("\r\(line)\u{1B}[K")
        state.hasBar = true
      case .lines where progress.fraction >= state.nextLine:
        Console.say(ProgressLine(width: nil, usesColour: false).text(progress))
        state.nextLine = progress.fraction + Self.lineStep
      case .auto, .lines, .none: break
      }
    }
  }

  private func conclude(_ output: JobResult.Output) {
    for line in isVerbose ? output.ledger.changes : output.ledger.noticeableChanges { say(line) }
    say(output.text)
  }

  private func say(_ line: String) { say(lines: line.printable + "\n") }

  private func say(lines: String) {
    state.withLock { state in
      clear(&state)
      Console.say(lines: lines)
    }
  }

  private func clear(_ state: inout State) {
    if state.hasBar { Console.draw("\r\u{1B}[K") }
    state.hasBar = false
  }
}
