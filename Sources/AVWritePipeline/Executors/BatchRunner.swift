internal import Foundation

/// A runner that does the jobs of a batch, some at once.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class BatchRunner: Sendable {
  private let board: BatchBoard
  private let executor: any JobExecutor

  /// Creates a runner whose jobs run on threads of this process.
  ///
  /// - Parameters:
  ///   - batch: the jobs, no two of which write to one file (`refuseSharedOutputs`).
  ///   - events: a closure that is called from the jobs' threads, from several at once; the last call has `report`.
  public convenience init(_ batch: BatchDescription, events: @escaping @Sendable (BatchEvent) -> Void = { _ in }) {
    self.init(batch, on: LocalExecutor(batch), events: events)
  }

  /// - Parameter executor: the performer of the jobs.
  init(
    _ batch: BatchDescription, on executor: any JobExecutor, events: @escaping @Sendable (BatchEvent) -> Void
  ) {
    board = BatchBoard(batch, events: events)
    self.executor = executor
  }

  /// The least time between two overviews, in seconds: a terminal is redrawn no more often.
  private static let overviewInterval = 0.25

  /// Does all jobs. A failed job stops no other unless the batch is to stop at it; jobs that run by then still end.
  public func run() -> BatchReport {
    let clock = JobClock()
    let ticker = Ticker(interval: Self.overviewInterval) { [board] in
      board.appraise()
      board.note(.overview(board.overview))
    }
    executor.run(board)
    ticker.cancel()
    let report = board.report(clock)
    board.note(.report(report))
    return report
  }

  /// Lets no further job begin. Those that run still end.
  func stop() { board.stop() }

  /// Ends the batch soon: running jobs are cancelled, and nothing begins any more. Finished outputs stay.
  public func cancel(signal: Int32) {
    board.stop(signal: signal)
    executor.cancel(signal: signal)
  }

  /// The state of the whole batch.
  public var overview: BatchOverview { board.overview }

  /// Ends the process at once, whatever jobs are doing. Temporary files and folders that stayed empty are removed.
  package func endProcess(signal: Int32) -> Never {
    JobExit.interrupted(by: signal).endProcess { executor.abandon() }
  }
}
