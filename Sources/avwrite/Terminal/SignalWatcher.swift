internal import AVWritePipeline
internal import Foundation

/// A watcher of signals: those that end a process cancel its job, and SIGUSR1 asks for a line of status.
///
/// The signals are blocked in the thread that makes the watcher, and in every thread made later. A thread of the
/// watcher waits for those that end the process. A signal that the caller ignores, as `nohup` does, stays ignored.
struct SignalWatcher {
  private let signals: sigset_t

  /// Ignores signals that need not end the process. A file that has reached its size limit, and a reader that has
  /// closed its end, are errors of a write. A request for the status needs no answer in commands that take little time.
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
    // Linux keeps a blocked signal for its reader, even if the signal is otherwise ignored.
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Checks that no signal has come since the watcher was made, for waiting before `watch`.
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

  /// Starts to handle signals, including those since the watcher was made.
  ///
  /// - Parameters:
  /// - onInterrupt: a closure that is called once, on a thread of its own. It may wait until the job has ended.
  /// - onInsistence: a closure that is called on the watcher's thread for a signal that comes while the first has not
  ///   yet ended the process. It has to end the process at once. The default removes temporary files first.
  /// - onStatus: a closure that is called for each SIGUSR1, on a queue of the system's.
  /// - Returns: The source that handles SIGUSR1. It does so only as long as it is kept.
  func watch(
    onInterrupt: @escaping @Sendable (Int32) -> Void,
    onInsistence: @escaping @Sendable (Int32) -> Never = { JobExit.interrupted(by: $0).endProcess() },
    onStatus: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    // A Dispatch source reads SIGUSR1, and no thread waits for it. After a crash, the runtime halts each thread with a
    // signal that the thread does not block. A thread that waits for SIGUSR1 would take that for a request.
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
          // This thread has to be free for the next signal, even if the job does not end after the first one.
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

  /// Returns whether a signal is ignored, which was set by the caller of the process.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Function pointers cannot be compared, and SIG_IGN is a number stored as a pointer: only the bits can be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
