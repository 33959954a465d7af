internal import CSystem
internal import Foundation
internal import Synchronization

/// The terminal's keys while media plays, which may be used from any thread. Single keys are read, and the terminal
/// does not echo them. If the media is read from the standard input, no keys are read, and only the terminal mode that
/// writing needs is set.
///
/// The terminal's modes are changed between `take()` and `release()`. In the background the shell's modes are in
/// effect, and reading fails.
final class Keyboard: Sendable {
  // Sendable: Dispatch's sources may be used on any thread.
  private struct State: @unchecked Sendable {
    /// The terminal's original modes, or nil while they are not changed.
    var modes: termios?
    var input: (any DispatchSourceRead)?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "keyboard")
  /// The file descriptor of the terminal.
  private let descriptor: Int32
  private let readsKeys: Bool
  private let onLoss: @Sendable () -> Void
  private let onBytes: @Sendable ([UInt8]) -> Void

  private var isInForeground: Bool { Terminal.isInForeground(of: descriptor) }

  /// Creates a keyboard. Returns nil if there is no terminal.
  ///
  /// - Parameters:
  /// - readsKeys: true if keys are read from the standard input. Otherwise the terminal is that of the standard error.
  /// - onLoss: a closure that is called on the keyboard's queue when no keys can be read now, as in the background.
  /// - onBytes: a closure that is called on that queue with the bytes that a key sends.
  init?(readsKeys: Bool, onLoss: @escaping @Sendable () -> Void, onBytes: @escaping @Sendable ([UInt8]) -> Void) {
    descriptor = readsKeys ? STDIN_FILENO : STDERR_FILENO
    guard isatty(descriptor) == 1 else { return nil }
    (self.readsKeys, self.onLoss, self.onBytes) = (readsKeys, onLoss, onBytes)
  }

  /// Reads keys from now on, if the process is in the foreground. It may be called several times, since another program
  /// may have changed the modes meanwhile.
  func take() {
    state.withLock { state in
      guard !state.isClosed, isInForeground else { return }
      var modes = termios()
      guard state.modes != nil || tcgetattr(descriptor, &modes) == 0 else { return }
      let own = state.modes ?? modes
      state.modes = own
      withUnsafePointer(to: own) { csystem_guard_modes(descriptor, $0) }
      change(own)
      if readsKeys, state.input == nil { state.input = listen() }
    }
  }

  /// Restores the terminal's modes. It may be called several times.
  func release() { state.withLock { release(&$0) } }

  /// Restores the terminal's modes. `take()` has no effect afterwards.
  func close() {
    state.withLock { state in
      release(&state)
      state.isClosed = true
    }
  }

  private func release(_ state: inout State) {
    state.input?.cancel()
    state.input = nil
    csystem_guard_modes(descriptor, nil)
    // In the background the terminal belongs to another process, which has set its modes.
    if let modes = state.modes, isInForeground { set(modes) }
    state.modes = nil
  }

  private func listen() -> any DispatchSourceRead {
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler { [weak self] in self?.read() }
    input.activate()
    return input
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return onBytes(Array(bytes.prefix(count))) }
    // A terminal that was closed sends nothing more. In the background, reading would fail again and again.
    release()
    if count < 0 { onLoss() }
  }

  private func change(_ modes: termios) {
    var modes = modes
    // Keys that send signals still do. NOFLSH keeps them from discarding output: Linux would not wake a thread that
    // waits to write the rest of it, and releasing the screen would wait for that thread.
    modes.c_lflag |= tcflag_t(NOFLSH)
    if readsKeys { modes.c_lflag &= ~tcflag_t(ICANON | ECHO) }
    set(modes)
  }

  private func set(_ modes: termios) {
    var modes = modes
    _ = tcsetattr(descriptor, TCSANOW, &modes)
  }
}
