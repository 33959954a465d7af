/// The performer of a batch's jobs: threads of this process, or the machines of a cluster.
///
/// A board has the jobs. Everything that an executor has to say of a job are its events, and the board makes the job's
/// ending of the last one. So events that another process wrote count as much as those of a thread.
protocol JobExecutor: Sendable {
  /// Does the jobs of a board, and blocks until none runs any more. It is called once.
  func run(_ board: BatchBoard)

  /// Ends the running jobs soon. The board gives no further jobs by then. It may be called on any thread, at any time.
  func cancel(signal: Int32)

  /// Removes what only this process would remove, because the process ends at once.
  func abandon()
}
