import Dispatch
import Foundation
import Synchronization

/// The states of an export for the tasks that follow them: each task gets a change at once, and the progress at
/// intervals.
///
/// Any thread. No lock is held while a task is resumed.
final class ExportMonitor: Sendable {
  /// The states, without the progress.
  enum Phase: Sendable { case pending, waiting, exporting, over }

  private struct State {
    var phase = Phase.pending
    var waits: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWait = 0
  }

  private let state = Mutex(State())

  /// The progress that tasks are given, of so many parts.
  let progress = Progress(totalUnitCount: partCount)
  private static let partCount: Int64 = 1000

  /// Changes the state, and tells everyone who waits.
  func enter(_ phase: Phase) {
    let waits = state.withLock { state in
      state.phase = phase
      defer { state.waits = [:] }
      return Array(state.waits.values)
    }
    for wait in waits { wait.resume() }
  }

  /// Notes the fraction of the work that is done. It never becomes less.
  func advance(to fraction: Double) {
    let count = Int64(fraction * Double(Self.partCount))
    // Two threads may come here at once; the lock keeps the larger count.
    state.withLock { _ in
      if count > progress.completedUnitCount { progress.completedUnitCount = count }
    }
  }

  /// Returns the next state, or nil once the export is over, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - last: the state that the task knows, or nil for none.
  ///   - interval: the seconds after which a running export is told again.
  func next(after last: Phase?, within interval: TimeInterval) async -> Phase? {
    let phase = state.withLock { $0.phase }
    if phase == last { await waitForChange(from: phase, within: phase == .exporting ? interval : .infinity) }
    if Task.isCancelled { return nil }
    let current = state.withLock { $0.phase }
    return current == .over ? nil : current
  }

  private func waitForChange(from phase: Phase, within interval: TimeInterval) async {
    let wait = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // A task that is cancelled from here on finds the continuation.
          if Task.isCancelled || state.phase != phase { return true }
          state.waits[wait] = continuation
          return false
        }
        if isOver { return continuation.resume() }
        guard interval < Self.longestInterval else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in self?.end(wait) }
      }
    } onCancel: {
      end(wait)
    }
  }

  /// A year in seconds: nobody waits longer.
  private static let longestInterval = 366 * 86_400.0

  private func end(_ wait: Int) { state.withLock { $0.waits.removeValue(forKey: wait) }?.resume() }
}
