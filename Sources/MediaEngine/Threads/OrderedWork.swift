import Dispatch
import Synchronization

/// Work on items by several concurrent threads, whose results are delivered in the order of the items.
///
/// The items are assigned in runs. Each run belongs to one thread, which processes its items one after the other, and
/// may keep state from item to item. Results that are ahead of the order wait, and no thread gets further ahead than
/// `reach`, so that the memory for results is bounded.
package final class OrderedWork<Value: Sendable>: Sendable {
  private struct State {
    /// The number of runs that were assigned.
    var dealtCount = 0
    /// The results that were not delivered yet, by their items.
    var results: [Int: Value] = [:]
    /// The number of items whose results were delivered.
    var toldCount = 0
    /// A Boolean value that says whether a thread is delivering results.
    var isTelling = false

    /// Removes and returns the next result, for the calling thread to deliver. It is `nil` if it does not exist yet,
    /// and if another thread is delivering.
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

  /// The number of results, for each thread, that may be ahead of the next one to deliver.
  package static var reachOfWorker: Int { 2 }

  /// - Parameters:
  ///   - runs: consecutive runs of items, from item 0 on.
  ///   - workerCount: the greatest number of threads, including the caller's. It is at least 1.
  package init(_ runs: [Range<Int>], workerCount: Int) {
    self.runs = runs
    self.workerCount = workerCount
    reach = Self.reachOfWorker * workerCount
  }

  /// Performs all of the work, and returns when the last result was delivered. Call it once.
  ///
  /// - Parameters:
  ///   - makeWorker: called once on each thread. It returns the function that processes one of the thread's items.
  ///   - tell: called with each item's result in order, one at a time, on any of the threads.
  package func perform(
    by makeWorker: @Sendable () -> (Int) -> Value, tell: @Sendable (Int, Value) -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
      let work = makeWorker()
      while let run = takeRun() {
        for item in run {
          // The thread with the first undelivered item never waits.
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

  /// Delivers the available results, unless another thread does.
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
