internal import Foundation

/// Reads single keys from the terminal that is the standard input, without their being shown.
///
/// The terminal gets its ways back when the keyboard is closed, and while the process is stopped by a key.
final class Keyboard: @unchecked Sendable {
  // Sendable: Dispatch's sources may be used on any thread.

  private let ways: termios
  private let input: any DispatchSourceRead
  private let stops: any DispatchSourceSignal
  private let returns: any DispatchSourceSignal

  /// A Boolean value that says whether keys can be read: somebody sits at a terminal in whose foreground the process is. In
  /// the background reading would stop it.
  private static var isThere: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Nil where no keys can be read. Call it while the process has one thread.
  ///
  /// - Parameters:
  ///   - onStop: called before a key stops the process, on a queue of the keyboard's.
  ///   - onReturn: called when it goes on, there too.
  ///   - onBytes: called there for what a key sends.
  init?(
    onStop: @escaping @Sendable () -> Void = {}, onReturn: @escaping @Sendable () -> Void = {},
    onBytes: @escaping @Sendable ([UInt8]) -> Void
  ) {
    var ways = termios()
    guard Self.isThere, tcgetattr(STDIN_FILENO, &ways) == 0 else { return nil }
    self.ways = ways
    // What a source is to be told of has to be blocked in every thread, or it is gone when it comes.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTSTP, SIGCONT] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let queue = DispatchQueue(label: "keyboard")
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      // A terminal that went away sends no more.
      if count > 0 { onBytes(Array(bytes.prefix(count))) } else { input.cancel() }
    }
    self.input = input
    stops = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
    returns = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
    let usual = ways
    stops.setEventHandler {
      onStop()
      Self.set(usual)
      kill(getpid(), SIGSTOP)
    }
    returns.setEventHandler {
      guard Self.isThere else { return }
      Self.setSingleKeys(usual)
      onReturn()
    }
    Self.setSingleKeys(ways)
    for source in [stops, returns] { source.activate() }
    input.activate()
  }

  /// Gives the terminal its ways back. May be called often, on any thread.
  func close() {
    input.cancel()
    for source in [stops, returns] { source.cancel() }
    // In the background the terminal is another's, who has set it.
    if Self.isThere { Self.set(ways) }
  }

  private static func setSingleKeys(_ ways: termios) {
    var ways = ways
    // Keys that send signals go on to send them.
    ways.c_lflag &= ~tcflag_t(ICANON | ECHO)
    set(ways)
  }

  private static func set(_ ways: termios) {
    var ways = ways
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &ways)
  }
}
