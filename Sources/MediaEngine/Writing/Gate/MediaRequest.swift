/// Decides when a client's request block runs: the pure part of `requestMediaDataWhenReady(on:using:)`.
///
/// The block runs again whenever readiness returns, and never after the track finished (WI-48, WI-50).
/// A run that appended nothing is repeated after `retryDelay`, so that it never spins. The track does not count as fed
/// meanwhile, so it holds up no other track.
package struct MediaRequest: Sendable {
  /// The pause before a block that appended nothing is called again: a hundred calls a second cost almost nothing, and
  /// a source that becomes ready meanwhile loses no more than this time.
  package static let retryDelayMilliseconds = 10

  package enum Action: Equatable, Sendable {
    case none
    /// Call the block on its queue.
    case run
    /// Call the block on its queue after `retryDelayMilliseconds`.
    case runLater
  }

  private enum State {
    case waiting
    case scheduled
    /// The block is running. `isLast`: in this run the block was able to see that writing is over.
    case running(didAppend: Bool, isLast: Bool)
    case stopped
  }

  private var state: State = .waiting

  package init() {}

  /// Notes that the track's readiness may have changed.
  package mutating func readinessChanged(isReady: Bool) -> Action {
    guard case .waiting = state, isReady else { return .none }
    state = .scheduled
    return .run
  }

  /// Notes that the block is about to run; `false` means that it must not.
  ///
  /// - Parameter isOver: a Boolean value that says whether the writer failed or was cancelled. The run is then the last
  ///   one: the block can see the failure in it, and to call a block for ever that does not look would be polling.
  package mutating func willRun(isOver: Bool) -> Bool {
    guard case .scheduled = state else { return false }
    state = .running(didAppend: false, isLast: isOver)
    return true
  }

  /// Notes that a sample was appended to the track, by the block or by anyone else while it runs.
  package mutating func didAppend() {
    if case .running(_, let isLast) = state { state = .running(didAppend: true, isLast: isLast) }
  }

  /// Notes that the client was told that writing is over: its append was refused, or it asked whether it may append.
  package mutating func didTellEnd() {
    if case .running(let didAppend, _) = state { state = .running(didAppend: didAppend, isLast: true) }
  }

  /// Notes that the block returned.
  ///
  /// - Parameters:
  ///   - isReady: a Boolean value that says whether the track may append now.
  ///   - isOver: a Boolean value that says whether the writer failed or was cancelled. If that happened after the block
  ///     last looked, it runs once more.
  /// - Returns: Whether the track counts as fed from now on, and what to do.
  package mutating func didRun(isReady: Bool, isOver: Bool) -> (isBeingFed: Bool, action: Action) {
    guard case .running(let didAppend, let isLast) = state else { return (false, .none) }
    if isLast {
      state = .stopped
      return (false, .none)
    }
    if isOver {
      state = .scheduled
      return (false, .run)
    }
    if !isReady {
      state = .waiting
      return (didAppend, .none)
    }
    state = .scheduled
    return didAppend ? (true, .run) : (false, .runLater)
  }

  /// Notes that the track finished: the block never runs again.
  package mutating func stop() { state = .stopped }

  /// A Boolean value that says whether the block never runs again.
  package var isStopped: Bool {
    if case .stopped = state { true } else { false }
  }
}
