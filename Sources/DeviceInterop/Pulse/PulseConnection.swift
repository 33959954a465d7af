internal import CPulse
internal import Dispatch
internal import Foundation
internal import MediaSupport
internal import Synchronization

/// The process's connection to a PulseAudio server, and the library's thread. All outputs of a server share it, so that
/// their sounds can be synchronized; it ends with the last of them.
///
/// The library is called under its own lock. Its thread holds the lock during callbacks, and releases it while it waits
/// for the server. So no call waits for a server that hangs, and every wait for an answer has a time limit.
final class PulseConnection: @unchecked Sendable {
  // The pointers never change, and what they point to is guarded by the library's lock.

  /// The time that a server may take to answer. A server that takes longer counts as lost.
  static let patience = DispatchTimeInterval.seconds(2)

  let library: CPulse
  private let loop: OpaquePointer
  let context: OpaquePointer
  private let stateChange = DispatchSemaphore(value: 0)

  private struct Shared {
    weak var connection: PulseConnection?
  }

  /// The connections by the server's address, which is empty for the environment's server.
  private static let shared = Mutex<[String: Shared]>([:])

  /// Returns the existing connection, or a new one if there is none or it broke. At most one is being made at a time.
  ///
  /// - Parameter server: an address in the form of `PULSE_SERVER`; `nil` for the environment's server.
  /// - Throws: `MediaError(.deviceUnavailable)` if the library is not installed, or no server answers within 2 s.
  static func open(server: String?) throws -> PulseConnection {
    try shared.withLock { shared in
      shared = shared.filter { $0.value.connection != nil }
      if let connection = shared[server ?? ""]?.connection, connection.isReady { return connection }
      let connection = try PulseConnection(server: server)
      shared[server ?? ""] = Shared(connection: connection)
      return connection
    }
  }

  private init(server: String?) throws {
    guard let library = cpulse_load()?.pointee else {
      throw MediaError(
        .deviceUnavailable, .opening,
        LoadedLibrary.pulse.absence)
    }
    guard let loop = library.threaded_mainloop_new() else {
      throw MediaError.pulse("cannot be used: not enough memory")
    }
    let name = ProcessInfo.processInfo.processName
    guard let context = library.context_new(library.threaded_mainloop_get_api(loop), name) else {
      library.threaded_mainloop_free(loop)
      throw MediaError.pulse("cannot be used: not enough memory")
    }
    self.library = library
    self.loop = loop
    self.context = context
    LiveObjects.increment()
    try connect(to: server)
  }

  private func connect(to server: String?) throws {
    library.threaded_mainloop_set_name(loop, "pulse sound")
    library.context_set_state_callback(
      context,
      { _, user in
        guard let user else { return }
        Unmanaged<PulseConnection>.fromOpaque(user).takeUnretainedValue().stateChange.signal()
      }, Unmanaged.passUnretained(self).toOpaque())
    // No server is started: a session with sound runs one already, and elsewhere it would have no device.
    guard library.context_connect(context, server, Int32(CPULSE_CONTEXT_NOAUTOSPAWN), nil) >= 0,
      library.threaded_mainloop_start(loop) >= 0
    else { throw MediaError.pulse("cannot be connected to", reason) }
    let deadline = DispatchTime.now() + Self.patience
    while true {
      let state = perform { Int(library.context_get_state(context)) }
      if state == CPULSE_CONTEXT_READY { return }
      if state == CPULSE_CONTEXT_FAILED || state == CPULSE_CONTEXT_TERMINATED {
        throw MediaError.pulse("cannot be connected to", reason)
      }
      guard stateChange.wait(timeout: deadline) == .success else {
        throw MediaError.pulse("does not answer")
      }
    }
  }

  deinit {
    let ending = PulseEnding(library: library, loop: loop, context: context)
    // The library's thread must not wait for its own end.
    if isInThread { DispatchQueue.global().async { ending.run() } } else { ending.run() }
    LiveObjects.decrement()
  }

  /// A Boolean value that says whether the server can be used.
  var isReady: Bool { perform { Int(library.context_get_state(context)) == CPULSE_CONTEXT_READY } }

  /// The library's message about its last error.
  var reason: String {
    perform { library.strerror(library.context_errno(context)).map { String(cString: $0) } ?? "" }
  }

  private var errorCode: Int { perform { Int(library.context_errno(context)) } }

  private var isInThread: Bool { library.threaded_mainloop_in_thread(loop) != 0 }

  /// Calls the library under its lock, which its own thread already holds.
  func perform<Result>(_ body: () -> Result) -> Result {
    if isInThread { return body() }
    library.threaded_mainloop_lock(loop)
    defer { library.threaded_mainloop_unlock(loop) }
    return body()
  }

  /// The outcome of a request to the server.
  enum Outcome {
    case done, refused, unanswered
  }

  /// Sends a request and waits for the answer, or for the connection to break. On the library's own thread, which
  /// receives the answers, it does not wait.
  ///
  /// - Parameters:
  ///   - answer: the answer, which the operation's callback gives.
  ///   - patience: the longest time to wait for the answer.
  ///   - request: calls the library with the answer's pointer; called under the lock.
  func ask(
    _ answer: PulseAnswer = PulseAnswer(), patience: DispatchTimeInterval = PulseConnection.patience,
    _ request: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> Outcome {
    let deadline = DispatchTime.now() + patience
    let operation = perform {
      guard let operation = request(answer.pointer) else { return OpaquePointer?.none }
      // If the end of the connection cancels an operation, only this callback is called.
      library.operation_set_state_callback(
        operation, { _, user in PulseAnswer.from(user)?.give(false) }, answer.pointer)
      return operation
    }
    guard let operation else { return .refused }
    let isAnswered = isInThread || answer.wait(until: deadline)
    perform {
      // No callback comes after this, so the answer may be released.
      library.operation_set_state_callback(operation, nil, nil)
      if Int(library.operation_get_state(operation)) == CPULSE_OPERATION_RUNNING { library.operation_cancel(operation) }
      library.operation_unref(operation)
    }
    return withExtendedLifetime(answer) { answer.isSuccess ? .done : isAnswered ? .refused : .unanswered }
  }

  /// Returns the sinks of the server, or only the one with a name; `@DEFAULT_SINK@` is the default one.
  ///
  /// - Throws: `MediaError(.deviceUnavailable)` if there is none with that name, or the server does not answer.
  func sinks(named name: String? = nil) throws -> [PulseSink] {
    let answer = PulseSinkAnswer()
    let outcome = ask(answer) {
      if let name { return library.context_get_sink_info_by_name(context, name, PulseSinkAnswer.sinkCallback, $0) }
      return library.context_get_sink_info_list(context, PulseSinkAnswer.sinkCallback, $0)
    }
    switch outcome {
    case .done: return answer.sinks
    case .unanswered: throw MediaError.pulse("does not answer")
    case .refused:
      guard [CPULSE_ERR_NOENTITY, CPULSE_ERR_INVALID].contains(errorCode) else {
        throw MediaError.pulse("does not list its devices", reason)
      }
      let isDefault = name == nil || name == Self.defaultSink
      throw MediaError(
        .deviceUnavailable, .opening,
        isDefault ? "the PulseAudio server has no sound device" : "there is no sound device \"\(name ?? "")\"")
    }
  }

  static let defaultSink = "@DEFAULT_SINK@"
}

/// The shutdown of a connection, after its last use.
private struct PulseEnding: @unchecked Sendable {
  // Nobody else has the pointers any more.
  let library: CPulse
  let loop: OpaquePointer
  let context: OpaquePointer

  func run() {
    library.threaded_mainloop_lock(loop)
    library.context_set_state_callback(context, nil, nil)
    library.context_disconnect(context)
    library.context_unref(context)
    library.threaded_mainloop_unlock(loop)
    library.threaded_mainloop_stop(loop)
    library.threaded_mainloop_free(loop)
  }
}

extension MediaError {
  /// Makes the error for a server that cannot be used.
  static func pulse(_ what: String, _ reason: String? = nil) -> MediaError {
    MediaError(.deviceUnavailable, .opening, "the PulseAudio server \(what)", libraryMessage: reason)
  }
}
