/// An event of a batch that runs. The last event is always `report`.
public enum BatchEvent: Sendable {
  /// An event of a job, with the job's number.
  case job(Int, JobEvent)
  /// A job was skipped, with its number and input: all its outputs are there from an earlier run, under these names.
  /// The exit is that of the jobs that made them.
  case skipped(Int, input: String, outputs: [String], exit: JobExit = .complete)
  /// The state of the whole batch, sent now and then.
  case overview(BatchOverview)
  case report(BatchReport)
}
