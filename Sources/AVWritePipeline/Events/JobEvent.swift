/// An event of a job that runs. The last event is always `result` or `error`.
public enum JobEvent: Sendable {
  /// The job starts, with a plan for each rendition.
  case start(JobStart)
  case progress(Progress)
  /// One sentence about something that does not stop the job.
  case warning(String)
  case error(JobError)
  case result(JobResult)
}
