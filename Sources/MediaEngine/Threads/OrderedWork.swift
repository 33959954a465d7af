import Dispatch
import Synchronization

/// Work on items by several threads side by side, whose results are told in the order of the items.
///
/// The items are dealt in runs, each of which is one thread's: its items are worked on one after the other, with what the
/// thread keeps from item to item. Results that are ahead of the order wait, and no thread gets further ahead than
/// `reach`, so that the memory that they take is bounded.
package final class OrderedWork<Value: Sendable>: Sendable {
  private struct State {
    /// The number of runs that were dealt.
    var dealtCount = 0
    /// The results that are not told yet, by their items.
    var results: [Int: Value] = [:]
    /// The number of items whose results were told.
    var toldCount = 0
    /// A Boolean value that says whether a thread tells results.
    var isTelling = false

    /// Takes out the result that is told next, for the thread that asks. It is `nil` where it is not there yet, and where
    /// another thread tells.
    mutating func takeNext() -> Value? {
      guard !isTelling, let value = results.removeValue(forKey: toldCount) else { return nil }
      isTelling = true
      return value
    }
  }

  private let runs: [Range<Int>]
  private let workerCount: Int
  private let reach: Int
  private let state = Mutex(State())
  private let changed = Condition()

  /// The number of results that may be ahead of the one that is told next, for each thread.
  package static var reachOfWorker: Int { 2 }

  /// - Parameters:
  ///   - runs: the runs of items, which follow each other from item 0 on.
  ///   - workerCount: the number of threads that work at most, the caller's among them. It is at least 1.
  package init(_ runs: [Range<Int>], workerCount: Int) {
    self.runs = runs
    self.workerCount = workerCount
    reach = Self.reachOfWorker * workerCount
  }

  /// Does all of the work, and returns when the last result is told. It is called once.
  ///
  /// - Parameters:
  ///   - makeWorker: called once on each thread. It returns what the thread does for each of its items.
  ///   - tell: called for each item in order, for one at a time, on any of the threads.
  package func perform(
    by makeWorker: @Sendable () -> (Int) -> Value, tell: @Sendable (Int, Value) -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
      let work = makeWorker()
      while let run = takeRun() {
        for item in run {
          // The thread with the first item that is not told never waits.
          changed.wait { state.withLock { item < $0.toldCount + reach } }
          let value = work(item)
          state.withLock { $0.results[item] = value }
          tellInOrder(tell)
        }
      }
    }
  }

  private func takeRun() -> Range<Int>? {
    state.withLock { state in
      guard runs.indices.contains(state.dealtCount) else { return nil }
      defer { state.dealtCount += 1 }
      return runs[state.dealtCount]
    }
  }

  /// Tells the results that are there, unless another thread does.
  private func tellInOrder(_ tell: (Int, Value) -> Void) {
    while let (item, value) = state.withLock({ state in state.takeNext().map { (state.toldCount, $0) } }) {
      tell(item, value)
      state.withLock { state in
        state.isTelling = false
        state.toldCount += 1
      }
      changed.signalAll()
    }
  }
}
