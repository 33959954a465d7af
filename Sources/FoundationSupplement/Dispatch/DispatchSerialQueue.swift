public import Dispatch

/// A queue that does one thing after another.
///
/// It differs from Apple's, which is a class of its own: Linux's `DispatchQueue` has no subclasses, so that this is
/// `DispatchQueue` itself. Make it without the attribute `.concurrent`.
public typealias DispatchSerialQueue = DispatchQueue

// Apple's serial queues execute actors, and clients say so: `queue.asUnownedSerialExecutor()`.
extension DispatchQueue: @retroactive Executor {}
extension DispatchQueue: @retroactive SerialExecutor {
  /// Runs a job of an actor on the queue, behind the work that was given to it before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the process where the caller does not run on the queue: `assumeIsolated(_:)` and `preconditionIsolated(_:)` ask.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(self)) }
}
