public import Foundation

extension AVAssetExportSession {
  /// A state of an export that is not over yet.
  public enum State: Sendable {
    /// The export has not begun.
    case pending
    /// The export has begun, and waits until it can go on.
    case waiting
    /// Media is being exported. The progress is live: its completed count grows while the export goes on.
    case exporting(progress: Progress)
  }

  /// Returns the states of the export, from the present one on: each change of it, and while media is being exported
  /// the progress after each interval. The sequence ends when the export is over, however it ended, and when the task is
  /// cancelled (EX-66).
  ///
  /// A task that is slow misses states, and is told the newest. Several tasks can follow one session.
  ///
  /// - Parameter updateInterval: the seconds between two updates of the progress; above 0, else the process stops. With
  ///   infinity, the default, only changes of the state are told.
  public func states(
    updateInterval: TimeInterval = .infinity
  ) -> some Sendable & AsyncSequence<AVAssetExportSession.State, Never> {
    guard updateInterval > 0 else { raise(.invalidArgument, "updateInterval must be above 0") }
    return ExportStates(monitor: monitor, interval: updateInterval)
  }
}

/// The states of one export, as a sequence for tasks. A task gets the newest state each time that it asks for one.
struct ExportStates: AsyncSequence, Sendable {
  let monitor: ExportMonitor
  /// The seconds between two updates of the progress.
  let interval: TimeInterval

  func makeAsyncIterator() -> Iterator { Iterator(states: self) }

  struct Iterator: AsyncIteratorProtocol {
    let states: ExportStates
    private var last: ExportMonitor.Phase?

    init(states: ExportStates) { self.states = states }

    mutating func next() async -> AVAssetExportSession.State? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> AVAssetExportSession.State? {
      last = await states.monitor.next(after: last, within: states.interval)
      return switch last {
      case .pending: .pending
      case .waiting: .waiting
      case .exporting: .exporting(progress: states.monitor.progress)
      case .over, nil: nil
      }
    }
  }
}
