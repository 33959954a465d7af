/// What a batch tells while it runs. The last event is always `report`.
public enum BatchEvent: Sendable {
  /// What a job tells, with its number.
  case job(Int, JobEvent)
  /// Where all stands, now and then.
  case overview(BatchOverview)
  case report(BatchReport)
}
