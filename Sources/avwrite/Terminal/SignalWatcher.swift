internal import AVWritePipeline
internal import Foundation

/// A watcher of signals: those that end a process cancel its job, and SIGUSR1 asks for a line of status.
///
/// The signals are blocked in the thread that makes the watcher, and in every thread made later; one thread of the
/// watcher's own waits for those that end. A signal that the caller ignores, as `nohup` does, stays ignored.
struct SignalWatcher {
  private let signals: sigset_t

  /// Ignores signals that are no reason to end the process. A file that may grow no further and a reader that went
  /// away are errors of a write, and a question about the status needs no answer where nothing takes long.
  static func ignoreHarmless() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGUSR1, SIG_IGN)
  }

  /// Blocks the signals. It is called while the process has one thread.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
    self.signals = signals
    // Linux keeps a blocked signal for whoever reads it, even if it is otherwise ignored.
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Checks that no signal has come since the watcher was made, for a wait before `watch`.
  ///
  /// - Throws: `JobError.interrupted(by:)`.
  func requireNone() throws(JobError) {
    var signals = self.signals
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP]
    where sigismember(&signals, number) == 1 && sigismember(&pending, number) == 1 {
      throw .interrupted(by: number)
    }
  }

  /// Starts to answer signals, including those since the watcher was made.
  ///
  /// - Parameters:
  ///   - onInterrupt: a closure that is called once, on a thread of its own. It may wait for what it ends.
  ///   - onInsistence: a closure that is called on the watcher's thread for a signal that comes when the first has not
  ///     ended the process, and ends it at once. The default removes only temporary files.
  ///   - onStatus: a closure that is called for each SIGUSR1, on a queue of the system's.
  /// - Returns: The source that answers SIGUSR1 for as long as it is kept.
  func watch(
    onInterrupt: @escaping @Sendable (Int32) -> Void,
    onInsistence: @escaping @Sendable (Int32) -> Never = { JobExit.interrupted(by: $0).endProcess() },
    onStatus: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    // A source reads SIGUSR1, and no thread waits for it. After a crash the runtime halts each thread by a signal that
    // the thread does not block, and a thread that waits for SIGUSR1 would take that for a question.
    let questions = DispatchSource.makeSignalSource(signal: SIGUSR1)
    questions.setEventHandler(handler: onStatus)
    questions.activate()
    let signals = signals
    Thread.detachNewThread {
      var signals = signals
      var first: ContinuousClock.Instant?
      while true {
        var number: Int32 = 0
        guard sigwait(&signals, &number) == 0 else { continue }
        guard let interrupted = first else {
          first = .now
          // This thread has to answer the next signal, even if what the first one ends does not end.
          let request = number
          Thread.detachNewThread { onInterrupt(request) }
          continue
        }
        if .now - interrupted > Self.repetition { onInsistence(number) }
      }
    }
    return questions
  }

  /// The time within which signals count as one request. A terminal that is closed and its shell both send SIGHUP, and
  /// timeout(1) signals its child and then the group that the child is in.
  private static let repetition = Duration.seconds(1)

  /// Returns whether a signal is ignored, as the caller wanted it.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Function pointers do not compare, and SIG_IGN is a number in a pointer's place: only the bits can be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
