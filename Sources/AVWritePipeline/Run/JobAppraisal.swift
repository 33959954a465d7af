internal import Foundation

/// Plans a job without running it, and estimates the sizes of its outputs and the time that it takes.
///
/// If settings and tables do not determine these, the appraisal makes short stretches of the outputs in the folder of
/// temporary files, which takes some seconds. `run()` blocks its thread and is called once; `cancel` may be called from any
/// thread.
public final class JobAppraisal: Sendable {
  private let job: JobDescription
  private let cancellation = CancellationRelay()

  public init(_ job: JobDescription) { self.job = job }

  /// Plans the job, and makes the estimates.
  ///
  /// - Returns: the plan of each output, and the forecast.
  /// - Throws: `JobError` when the job could not begin, or was cancelled.
  public func run() throws(JobError) -> (plans: [Plan], forecast: JobForecast) {
    // This job is planned, and never run.
    let planner = TranscodeJob(job)
    let (plans, sources) = try cancellation.passing(to: { planner.cancel(signal: $0) }) { () throws(JobError) in
      try planner.planning()
    }
    let known = zip(plans, sources).map { plan, source in plan.sizeForecast(of: source.facts) }
    let trial = try estimate(plans, of: sources)
    let outputs = job.renditions.indices.map { index in
      let tried = trial?.size(of: index).map {
        SizeForecast(least: $0.lowerBound, most: $0.upperBound, basis: .trial)
      }
      let size = plans[index].hasKnownSize ? known[index] : known[index]?.merging(tried) ?? tried
      return JobForecast.Output(job.renditions[index], size: size)
    }
    // In real time, a second of media takes a second.
    let seconds = job.isRealTime ? plans[0].seconds(of: sources[0].facts).map { $0...$0 } : trial?.seconds
    return (plans, JobForecast(outputs: outputs, seconds: seconds))
  }

  /// Ends the appraisal soon; `run()` then throws `JobError.interrupted(by:)`.
  public func cancel(signal: Int32) { cancellation.cancel(signal: signal) }

  /// Returns an estimate from a trial; nil where none can be made. What can be read only once is left for the job.
  private func estimate(_ plans: [Plan], of sources: [Source]) throws(JobError) -> TrialEstimate? {
    let seconds = zip(plans, sources).compactMap { plan, source in plan.seconds(of: source.facts) }.max() ?? 0
    let input = sources[0].input
    guard seconds > 0, !job.isRealTime, job.edit == nil, input.identity != nil || input.images != nil,
      job.addedPipe == nil
    else { return nil }
    let estimate = JobTrial(job, plans, seconds: seconds, until: cancellation).run()
    try cancellation.refuseIfCancelled()
    return estimate
  }
}
