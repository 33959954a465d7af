internal import Foundation

/// Turns signals into calls: those that end a process cancel its job, and SIGUSR1 asks for a line of status.
///
/// The signals are blocked in the thread that makes the watcher, and in every thread made later; one thread of the
/// watcher's own waits for them. A signal that the caller ignores, as `nohup` does, stays ignored.
struct SignalWatcher {
  private let signals: sigset_t

  /// Keeps the process from being ended by what is no reason to end: a file that may grow no further is an error of a
  /// write, and a question about the status needs no answer where nothing takes long.
  static func ignoreHarmless() {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGUSR1, SIG_IGN)
  }

  /// Blocks the signals. Call it while the process has one thread.
  init() {
    // A reader that went away is an error of a write, and not the end of the job.
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
    // Linux keeps a blocked signal for whoever waits for it, be it ignored otherwise.
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  /// Starts to answer signals, those since the beginning included.
  ///
  /// - Parameters:
  ///   - onInterrupt: called once, on the watcher's thread; a second signal ends the process at once.
  ///   - onStatus: called for each SIGUSR1.
  func watch(onInterrupt: @escaping @Sendable (Int32) -> Void, onStatus: @escaping @Sendable () -> Void) {
    let signals = signals
    Thread.detachNewThread {
      var signals = signals
      var isInterrupted = false
      while true {
        var origin = siginfo_t()
        let number = sigwaitinfo(&signals, &origin)
        // One that is meant for this thread comes from within, as when the runtime halts all threads after a crash.
        guard number > 0, origin.si_code != Int32(SI_TKILL) else { continue }
        switch number {
        case SIGUSR1: onStatus()
        case _ where isInterrupted: _exit(128 + number)
        default:
          isInterrupted = true
          onInterrupt(number)
        }
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Function pointers do not compare, and SIG_IGN is a number in a pointer's place: the bits are all there is.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
