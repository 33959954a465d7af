internal import AVFoundation

/// The ends of a job: the targets of its outputs, and the check of its files.
extension TranscodeJob {
  /// Returns the target of each rendition.
  ///
  /// - Parameters:
  ///   - sources: the files that the job reads, none of which is an output.
  ///   - isShared: true where other machines may make the same files at the same time.
  ///   - cancellation: the relay that ends the writing of a stream.
  /// - Throws: `JobError` of exit 64, 69, 73 or 74.
  static func targets(
    for job: JobDescription, sparing sources: [FileIdentity], isShared: Bool, until cancellation: CancellationRelay
  ) throws(JobError) -> [RenditionTarget] {
    var destinations: [Destination] = []
    return try job.renditions.map { (rendition) throws(JobError) in
      if rendition.isStream { return .stream(try StreamOutput(sparing: sources, until: cancellation)) }
      let destination = try Destination(path: rendition.output, replaces: rendition.replaces, sources: sources)
      let container = try Planner.container(for: rendition)
      if let other = destinations.first(where: { $0.isSamePlace(as: destination) }) {
        throw JobError(.usage, "\(rendition.output): is the same file as the output \(other.path)")
      }
      destinations.append(destination)
      return .file(try OutputTransaction(destination, fileExtension: container.rawValue, isShared: isShared))
    }
  }

  /// Checks a finished output, and returns its result.
  ///
  /// - Parameter passes: the result of several passes over segments, or nil if there were none.
  /// - Throws: `JobError` of exit 65, 80 or 81.
  static func verify(
    _ rendition: Rendition, _ writer: RenditionWriter, losses: [Loss],
    passes: AVAssetWriterInput.MultiPassReport? = nil
  ) throws(JobError) -> JobResult.Output {
    let (plan, source, counts) = (writer.plan, writer.source, writer.counts.snapshot)
    let level = rendition.isStream ? .none : rendition.file.verification ?? .tables
    var output = JobResult.Output(
      path: rendition.output, bytes: writer.target.byteCount, verification: level, tracks: [], losses: losses,
      ledger: plan.ledger)
    switch writer.target {
    case .file(let transaction):
      let finding = try Verifier(plan: plan, counts: counts, path: transaction.filePath, input: source.input.name)
        .verify(level)
      output.tracks = finding.tracks
      if level == .full { try decode(transaction.filePath) }
      // The comparison shows changes that the plan did not foresee.
      let comparison = FactComparison(
        source.accountedFacts, finding.facts, matching: finding.matching,
        chapters: ChapterMatching(plan.part, of: source.facts))
      // In a part, at another speed and without some tracks, what is not stated is not as it was.
      output.ledger = comparison.ledger.foretold(comparison.unstated, by: plan.ledger, counted: finding.counted)
        .explained(by: plan.ledger, in: plan.container)
      try rendition.requirements.check(
        output.ledger, of: source.accountedFacts, in: rendition.name, otherwise: .verificationFailed)
      // No comparison of two files sees these, which the plan lists already.
      output.ledger = output.ledger.noting(cutsOf: plan).noting(editsOf: plan)
        .noting(inputsEncodedInto: plan, of: source.facts)
        .dropping(factsJoinedTo: source.facts).noting(inputsJoinedTo: source.facts, in: plan)
        .noting(levelsOf: plan).noting(additionsIn: plan)
    // Nothing of a stream can be read again: its result is what the writer was given, and its account is the plan's.
    case .stream: output.tracks = zip(plan.tracks, counts).map { JobResult.Track($0, $1, of: plan) }
    }
    output.parallelism = plan.parallelism
    output.passes = writer.passes(passes)
    if let passes = output.passes, !passes.isReached, rendition.video.isBestEffort != true {
      let target =
        plan.targetSize.map { " of \($0.bytes) bytes" }
        ?? rendition.video.compression.targetSSIM.map { " of SSIM \($0)" } ?? ""
      throw JobError(
        .targetMissed,
        "\(rendition.name): the target\(target) was not reached: \(output.bytes) bytes after \(passes.text)",
        hint: "--best-effort keeps the closest result")
    }
    output.ledger = output.ledger.noting(counts, of: plan.tracks)
      .noting(losses, absent: plan.lostTracks(counts, losses))
    return output
  }

  /// Decodes every sample of a finished file.
  ///
  /// - Throws: `JobError` of exit 80 where a sample cannot be decoded.
  private static func decode(_ path: String) throws(JobError) {
    do throws(JobError) {
      let file = try Source(InputFile(path: path), spoolFolder: path.folder)
      for track in file.facts.tracks { _ = try SampleCensus(of: track, in: file) }
    } catch {
      throw JobError(
        .verificationFailed, "verification failed: the output does not decode: \(error.message)",
        hint: "the output was removed")
    }
  }
}

extension JobResult.Track {
  /// Creates the result of a stream's track, from what the writer was given and shows in the plan's part.
  fileprivate init(_ track: TrackPlan, _ counts: SampleCounts.Track, of plan: Plan) {
    let start = ExactTime(CMTime(counts.start ?? plan.part.origin) - CMTime(plan.part.origin)) ?? .zero
    let end = counts.end.map { min($0, plan.part.end ?? $0) }
    let length = end.flatMap { end in counts.start.flatMap { ExactTime(CMTime(end) - CMTime($0)) } }
    self.init(
      source: track.source.id, kind: track.kind, codec: track.codec, samples: counts.samples,
      droppedSamples: counts.droppedSamples, start: start, duration: length ?? .zero)
  }
}
