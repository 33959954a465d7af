/// What a batch tells while it runs. The last event is always `report`.
public enum BatchEvent: Sendable {
  /// What a job tells, with its number.
  case job(Int, JobEvent)
  /// All outputs of a job, by its number and its input, are there from an earlier run, under these names.
  case skipped(Int, input: String, outputs: [String])
  /// Where all stands, now and then.
  case overview(BatchOverview)
  case report(BatchReport)
}
