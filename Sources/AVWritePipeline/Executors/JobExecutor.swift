/// An object that runs the jobs of a batch: on threads of this process, or on the machines of a cluster.
///
/// A board has the jobs. An executor reports only the events of jobs, and the board derives the end of a job from its
/// last event. So events that another process wrote count as much as those of a thread.
protocol JobExecutor: Sendable {
  /// Does the jobs of a board, and blocks until none runs any more. It is called once.
  func run(_ board: BatchBoard)

  /// Ends the running jobs soon. The board gives no further jobs by then. It may be called on any thread, at any time.
  func cancel(signal: Int32)

  /// Removes what only this process would remove, because the process ends at once.
  func abandon()
}
