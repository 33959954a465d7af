internal import Foundation

/// The part of a job in a shell's job control. It restores the terminal before a key stops the process, and takes the
/// terminal again when the process returns to the foreground.
///
/// The signals are blocked in the thread that creates it, and in every thread created later. Its closures are called on
/// one queue.
final class JobControl: @unchecked Sendable {
  // Sendable: Dispatch's sources may be used on any thread, and state is changed on the queue alone.

  private let queue = DispatchQueue(label: "job control")
  private let timer: any DispatchSourceTimer
  private var signals: [any DispatchSourceSignal] = []
  private var onReturn: @Sendable () -> Void = {}

  /// The interval at which a process in the background checks the terminal. A shell does not notify a job that it is in
  /// the foreground again.
  private static let interval = DispatchTimeInterval.seconds(1)

  /// A Boolean value that says whether the process is in the foreground of its terminal.
  private static var isInForeground: Bool {
    [STDERR_FILENO, STDIN_FILENO].contains { isatty($0) == 1 && Terminal.isInForeground(of: $0) }
  }

  /// Creates the job control. Returns nil if there is no terminal. It is called while the process has one thread.
  init?() {
    guard isatty(STDERR_FILENO) == 1 || isatty(STDIN_FILENO) == 1 else { return nil }
    // A signal for a Dispatch source has to be blocked in every thread, or it does not reach the source.
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
  /// - onStop: a closure that is called before a key stops the process.
  /// - onReturn: a closure that is called when the process is in the foreground, even if it was there before.
  /// - onResize: a closure that is called when the size of the terminal has changed.
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

  /// Stops the process as the signal itself would have. It does nothing if there is no shell that could continue the
  /// process.
  private func stop(after onStop: () -> Void) {
    onStop()
    // Dispatch's own handler is replaced meanwhile: it would block the signal in threads that do not expect it, and
    // raise it again.
    let handler = signal(SIGTSTP, SIG_DFL)
    Self.set(SIG_UNBLOCK, [SIGTSTP])
    raise(SIGTSTP)
    Self.set(SIG_BLOCK, [SIGTSTP])
    _ = signal(SIGTSTP, handler)
    look()
  }

  /// Schedules another check of whether the process is in the foreground.
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

  /// Stops calling the closures: none is called once this returns. It may be called several times, but not from the
  /// closures.
  func close() {
    queue.sync {
      for source in signals { source.cancel() }
      timer.cancel()
      signals = []
    }
  }
}
