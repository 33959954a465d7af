internal import AVWritePipeline
internal import Synchronization

/// A display of a batch's events for people, on the standard error. It may be used from any thread.
final class BatchDisplay: Sendable {
  private let style: ProgressStyle
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let terminal: Terminal
  /// The number of lines of the overview that are on the terminal.
  private let drawnLines = Mutex(0)

  init(_ style: ProgressStyle, isQuiet: Bool, isVerbose: Bool) {
    terminal = Terminal()
    self.style = style == .auto ? (terminal.isInteractive ? .bar : .none) : style
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  func show(_ event: BatchEvent) {
    switch event {
    case .job(let number, let event): show(event, of: number)
    case .skipped(let number, let input, let outputs, let exit):
      let names = outputs.map(\.printable).joined(separator: ", ")
      let line = "job \(number): \(input.printable): already done as \(names)"
      if exit != .complete {
        if !isQuiet { say(["avwrite: warning: \(line), which ended with \(exit.code): \(exit.meaning)"]) }
      } else if isVerbose {
        say([line])
      }
    case .overview(let overview): draw(overview)
    case .report(let report): isQuiet ? say([]) : say([report.text])
    }
  }

  /// Writes one line about the present state, in answer to a signal.
  func showStatus(_ overview: BatchOverview) { say(["avwrite: " + overview.text]) }

  private func show(_ event: JobEvent, of number: Int) {
    switch event {
    case .error(let error): say(["avwrite: error: job \(number): \(error)"])
    case .warning(let message): if !isQuiet { say(["avwrite: warning: job \(number): \(message)"]) }
    case .result(let result):
      if isVerbose {
        say(result.outputs.flatMap { $0.ledger.changes + [$0.text] })
      } else if style == .lines {
        say(result.outputs.map(\.text))
      }
    case .start, .progress: break
    }
  }

  private func draw(_ overview: BatchOverview) {
    guard style == .bar else { return }
    drawnLines.withLock { drawn in
      let size = terminal.size
      // The last lines say most. Lines that scroll out of view could not be redrawn.
      let lines = overview.lines(width: size.width).suffix(max(1, size.height - 1))
      Console.say(lines: lines.joined(separator: "\n"), after: Self.clearing(drawn))
      drawn = lines.count
    }
  }

  private func say(_ lines: [String]) {
    drawnLines.withLock { drawn in
      Console.say(lines: lines.map { $0.printable + "\n" }.joined(), after: Self.clearing(drawn))
      drawn = 0
    }
  }

  /// Returns the text that removes the overview's lines. The cursor is expected at the end of the last line.
  private static func clearing(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return "\r" + String(repeating: "\u{1B}[A", count: count - 1) + "\u{1B}[J"
  }
}
