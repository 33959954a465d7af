package import CoreMedia
package import MediaSupport

/// The states of one writer and its session, and which call is allowed in which: a pure value.
///
/// Rules: AW-10, AW-11, AW-30 to AW-39, AW-50, AW-54.
package struct Lifecycle: Sendable {
  package enum Status: Sendable, Equatable {
    case unknown, writing, completed, failed, cancelled

    /// Terminal states never change (AW-10).
    package var isTerminal: Bool { self == .completed || self == .failed || self == .cancelled }
  }

  package enum Session: Sendable, Equatable {
    case none
    case open(start: CMTime)
    case ended(start: CMTime, end: CMTime)
  }

  package private(set) var status = Status.unknown
  package private(set) var session = Session.none
  /// The first error; later ones are its consequences.
  package private(set) var error: MediaError?
  /// A Boolean value that says whether `finish` was called and its result is not known yet.
  package private(set) var isFinishing = false
  /// A Boolean value that says whether the complete file is being given its final name, which cannot be stopped any
  /// more.
  package private(set) var isPublishing = false

  package init() {}

  /// A Boolean value that says whether samples may be appended: writing, with an open session, and not finishing.
  package var acceptsSamples: Bool {
    guard status == .writing, !isFinishing, case .open = session else { return false }
    return true
  }

  /// The start of the session, open or ended.
  package var sessionStart: CMTime? {
    switch session {
    case .none: nil
    case .open(let start), .ended(let start, _): start
    }
  }

  /// Starts writing, once.
  ///
  /// - Returns: `false` where it was cancelled or failed before, as another thread may cancel it at any time.
  @discardableResult
  package mutating func start() -> Bool {
    if status.isTerminal { return false }
    precondition(status == .unknown, "a writer starts once")
    status = .writing
    return true
  }

  /// Opens the session. A second call while writing is tolerated and changes nothing, because some clients make it.
  ///
  /// - Returns: `false` when a session has ended already; several sessions are not supported (AW-39).
  package mutating func startSession(at time: CMTime) -> Bool {
    switch session {
    case .none:
      session = .open(start: time)
      return true
    case .open: return true
    case .ended: return false
    }
  }

  /// - Returns: `false` when no session is open.
  /// - Throws: `MediaError(.invalidOperation)` for an end before the start. The session then stays open.
  package mutating func endSession(at time: CMTime) throws(MediaError) -> Bool {
    guard case .open(let start) = session else { return false }
    guard time >= start else {
      throw MediaError(
        .invalidOperation, .writing, "the session ends at \(time.seconds) s, before it starts at \(start.seconds) s")
    }
    session = .ended(start: start, end: time)
    return true
  }

  /// - Returns: `false` when there is nothing to finish: not writing, or finishing already.
  package mutating func beginFinishing() -> Bool {
    guard status == .writing, !isFinishing else { return false }
    isFinishing = true
    return true
  }

  /// - Returns: `false` when writing has failed or was cancelled: the file must not get its name.
  package mutating func beginPublishing() -> Bool {
    isPublishing = status == .writing
    return isPublishing
  }

  /// Notes that the file could not be given its name. Call `fail` next.
  package mutating func endPublishing() { isPublishing = false }

  package mutating func complete() {
    if status == .writing { status = .completed }
    isPublishing = false
  }

  /// - Returns: Whether this failure is the first one, which decides the state.
  package mutating func fail(_ error: MediaError) -> Bool {
    guard !status.isTerminal, !isPublishing else { return false }
    status = .failed
    self.error = error
    return true
  }

  /// - Returns: `false` in a terminal state, and while the file is being given its name, when cancelling has no effect
  ///   (AW-54).
  package mutating func cancel() -> Bool {
    guard !status.isTerminal, !isPublishing else { return false }
    status = .cancelled
    return true
  }
}
