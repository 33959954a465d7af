internal import Foundation

/// The part of a job in a shell's job control. It gives the terminal back before a key stops the process, and takes it
/// again when the process is in the foreground again.
///
/// The signals are blocked in the thread that makes it, and in every thread made later. Its closures are called on one
/// queue.
final class JobControl: @unchecked Sendable {
  // Sendable: Dispatch's sources may be used on any thread, and state is changed on the queue alone.

  private let queue = DispatchQueue(label: "job control")
  private let timer: any DispatchSourceTimer
  private var signals: [any DispatchSourceSignal] = []
  private var onReturn: @Sendable () -> Void = {}

  /// The time between two looks at the terminal while the process is in the background. A shell does not tell a job
  /// that it is in the foreground now.
  private static let interval = DispatchTimeInterval.seconds(1)

  /// A Boolean value that says whether the process is in the foreground of its terminal.
  private static var isInForeground: Bool {
    [STDERR_FILENO, STDIN_FILENO].contains { isatty($0) == 1 && Terminal.isInForeground(of: $0) }
  }

  /// Creates the job control; nil off a terminal. It is called while the process has one thread.
  init?() {
    guard isatty(STDERR_FILENO) == 1 || isatty(STDIN_FILENO) == 1 else { return nil }
    // A signal for a source has to be blocked in every thread, or it is lost.
    Self.set(SIG_BLOCK, Self.watched)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.look() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  private static var watched: [Int32] { [SIGTSTP, SIGCONT, SIGWINCH].filter { !SignalWatcher.isIgnored($0) } }

  private static func set(_ change: Int32, _ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(change, &signals, nil)
  }

  /// Follows the shell's job control from now on. In the foreground, `onReturn` is called before this returns.
  ///
  /// - Parameters:
  ///   - onStop: a closure that is called before a key stops the process.
  ///   - onReturn: a closure that is called when the process is in the foreground, also when it was there before.
  ///   - onResize: a closure that is called when the terminal has another size.
  func watch(
    onStop: @escaping @Sendable () -> Void, onReturn: @escaping @Sendable () -> Void,
    onResize: @escaping @Sendable () -> Void
  ) {
    queue.sync {
      self.onReturn = onReturn
      signals = Self.watched.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [weak self] in
          switch number {
          case SIGTSTP: self?.stop(after: onStop)
          case SIGCONT: self?.look()
          default: onResize()
          }
        }
        source.activate()
        return source
      }
      look()
    }
  }

  /// Stops the process as the signal itself would have: not where there is no shell that could let it go on.
  private func stop(after onStop: () -> Void) {
    onStop()
    // Dispatch's own handler would block the signal in threads in which it did not expect it, and raise it again.
    let handler = signal(SIGTSTP, SIG_DFL)
    Self.set(SIG_UNBLOCK, [SIGTSTP])
    raise(SIGTSTP)
    Self.set(SIG_BLOCK, [SIGTSTP])
    _ = signal(SIGTSTP, handler)
    look()
  }

  /// Looks again soon whether the process is in the foreground, after it was found not to be.
  func lookAgain() { timer.schedule(deadline: .now() + Self.interval) }

  private func look() {
    if signals.isEmpty { return }
    if Self.isInForeground {
      timer.schedule(deadline: .distantFuture)
      onReturn()
    } else {
      timer.schedule(deadline: .now() + Self.interval)
    }
  }

  /// Stops calling the closures: none is called once this returns. It may be called several times, not from closures.
  func close() {
    queue.sync {
      for source in signals { source.cancel() }
      timer.cancel()
      signals = []
    }
  }
}
