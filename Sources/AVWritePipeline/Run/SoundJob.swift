internal import AVFoundation

/// The encoding of a job's sound into its journal's folder, where other machines encode the pictures, or their size
/// follows from the sound's.
///
/// Both forms of `run` block their thread, and one of them is called, once.
final class SoundJob: Sendable {
  private let job: JobDescription
  private let folder: String
  private let cancellation: CancellationRelay
  private let events: @Sendable (JobEvent) -> Void

  /// - Parameters:
  ///   - job: a job of one output, whose plan has `soundEncodedApart`.
  ///   - folder: the path of the journal's folder.
  ///   - cancellation: a relay that makes the job fail soon.
  ///   - events: a closure that is given the progress and the reader's warnings, on any thread.
  init(
    _ job: JobDescription, in folder: String, until cancellation: CancellationRelay = CancellationRelay(),
    reportingTo events: @escaping @Sendable (JobEvent) -> Void
  ) {
    (self.job, self.folder, self.cancellation, self.events) = (job, folder, cancellation, events)
  }

  /// Encodes and checks the sound, and gives it its name. Sound that is there already is taken as it is.
  ///
  /// - Throws: `JobError` of reading and encoding.
  func run() throws(JobError) {
    let (plans, sources) = try TranscodeJob(job).planning()
    guard let plan = plans.first, let source = sources.first else {
      throw JobError(.internalError, "\(job.input): there is no output")
    }
    try run(plan, of: source)
  }

  /// Does the job where its plan is known already: what goes into the output may be a pipe, and cannot be read again.
  ///
  /// - Throws: As `run()`.
  func run(_ plan: Plan, of source: Source) throws(JobError) {
    guard !plan.soundEncodedApart.isEmpty else {
      throw JobError(.internalError, "\(job.input): there is no sound that is encoded by itself")
    }
    var plan = plan
    let path = plan.soundPath(in: folder)
    if access(path, F_OK) == 0 { return }
    (plan.container, plan.tracks, plan.targetSize) = (plan.soundContainer, plan.soundEncodedApart, nil)
    let destination = try Destination(path: path, replaces: true, sources: source.input.identities)
    let output = try OutputTransaction(destination, fileExtension: plan.container.rawValue, isShared: true)
    defer { output.discard() }
    var files = AddedFiles()
    // The job's other settings apply to the whole file.
    let writer = try RenditionWriter(
      plan, of: source, Rendition(output: path),
      adding: AddedMetadata(MetadataChoice(), from: &files, duration: nil), to: .file(output))
    let runner = try PipelineRunner([writer], levelings: [:], cuts: [:], segments: nil, onDamage: job.damagePolicy)
    try cancellation.passing(to: { _ in runner.cancel() }) { () throws(JobError) in
      try runner.run(
        pass: 0, measuredBy: ProgressMeter(JobPasses(costs: [1], areKnown: true)), reportingTo: events)
    }
    _ = try Verifier(
      plan: plan, counts: writer.counts.snapshot, path: output.filePath, input: source.input.name
    ).verify(.tables)
    try output.publish()
  }
}
