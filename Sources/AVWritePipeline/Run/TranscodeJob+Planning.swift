internal import AVFoundation

/// The beginning of a job: its inputs, and what is planned of each output.
extension TranscodeJob {
  /// Finds the files that the job reads, and checks what the options ask of its inputs and outputs before any is read.
  ///
  /// - Throws: `JobError` of exit 64, 66 or 69.
  func checkedInputs() throws(JobError) -> (inputs: [InputFile], added: [InputFile]) {
    let (inputs, added) = (try inputs(), try addedInputs())
    try requireStreams()
    try requireTimes(of: inputs[0])
    return (inputs, added)
  }

  private func inputs() throws(JobError) -> [InputFile] {
    try job.inputs.map { (path) throws(JobError) in try InputFile(path: path) }
  }

  private func addedInputs() throws(JobError) -> [InputFile] {
    try job.addedPaths.map { (path) throws(JobError) in try InputFile(path: path) }
  }

  /// Checks that at most one output is a stream, that its container can be streamed, and that no option needs a file
  /// instead.
  ///
  /// - Throws: `JobError` of exit 64 or 69.
  private func requireStreams() throws(JobError) {
    guard job.renditions.count(where: \.isStream) <= 1 else {
      throw JobError(.usage, "only one output can be written to the standard output")
    }
    guard let rendition = job.renditions.first(where: \.isStream) else { return }
    let wishes = [
      ("--keep-times", rendition.file.keepsTimes == true), ("--verify full", rendition.file.verification == .full),
    ]
    if let wish = wishes.first(where: { $0.1 }) {
      throw JobError(.usage, "\(wish.0) needs a file as output, not the standard output")
    }
    let container = try Planner.container(for: rendition)
    guard container.canStream else {
      let others = Container.allCases.filter(\.canStream).map(\.rawValue)
      throw JobError(
        .containerUnsupported, "\(container.rawValue) cannot be written to a pipe",
        hint: "\(others.joined(separator: ", ")) can")
    }
  }

  /// Checks that the input has times if an output is to keep them.
  ///
  /// - Throws: `JobError` of exit 64 where the input has none.
  private func requireTimes(of input: InputFile) throws(JobError) {
    guard job.renditions.contains(where: { $0.file.keepsTimes == true }), input.times == nil else { return }
    throw JobError(.usage, "--keep-times needs a local file as input, and \(input.name) is not one")
  }

  /// Opens the files, and returns the source as it is for each rendition.
  func sources(
    _ inputs: [InputFile], _ added: [InputFile], spoolFolder: String
  ) throws(JobError) -> [Source] {
    // Inputs follow each other, and fade out, at the end of their samples, which some files let only be estimated.
    let countsEnds = job.inputs.count > 1 || job.renditions.contains { $0.fades.fadeOut != nil }
    let changesSpeed = job.renditions.contains { $0.speedFactor != nil }
    @Sendable func open(
      _ input: InputFile, readsPictures: Bool = true, isAdded: Bool = false
    ) throws(JobError) -> Source {
      let source = try Source(
        input, spoolFolder: spoolFolder, imageRate: job.imageRate, readsPictures: readsPictures,
        through: access, continuing: refuseIfCancelled)
      // Tracks at another speed, and added sound, are cut at the end that the facts state.
      let cutsAtEnd = changesSpeed || isAdded && source.facts.isSoundOfEstimatedLength
      let partNeedsEnds = !isAdded && source.facts.needsCountedEnds(for: job.time)
      guard countsEnds || cutsAtEnd || partNeedsEnds else { return source }
      return try source.countingEnds(onDamage: job.damagePolicy, continuing: refuseIfCancelled)
    }
    let opened = try inputs.concurrentMap { (index, input) throws(JobError) in
      // The output has the facts of the first one.
      try open(input, readsPictures: index == 0)
    }
    var files: [(path: String, source: Source)] = []
    for (path, input) in zip(job.addedPaths, added) { try files.append((path, open(input, isAdded: true))) }
    let source = try (opened.count > 1 ? Source(joining: opened) : opened[0]).with(files)
    return try job.renditions.map { (rendition) throws(JobError) in try source.prepared(for: rendition) }
  }

  /// Plans each rendition, and reads the pictures that are drawn over the source's: one that cannot be drawn ends the
  /// job before any work.
  func plans(
    of sources: [Source], reading images: inout OverlayImages, spoolFolder: String
  ) throws(JobError) -> [Plan] {
    try zip(job.renditions, sources).map { (rendition, source) throws(JobError) in
      var plan = try Planner(
        rendition, of: job, source: source.facts, accounting: source.original, refusals: source.refusals
      ).plan()
      if case .cut(let snaps) = job.edit {
        if snaps { plan = try self.plan(rendition, source, snapping: plan) }
        try source.planCuts(of: &plan, snaps: snaps)
        plan.ledger = plan.ledger.noting(cutsOf: plan)
      }
      if case .join = job.edit {
        source.planJoin(of: &plan)
        plan.ledger = plan.ledger.noting(inputsEncodedInto: plan, of: source.facts)
      }
      plan.ledger = plan.ledger.noting(editsOf: plan)
      for form in plan.tracks.compactMap(\.action.pictureForm) {
        for overlay in form.overlays {
          try images.read(overlay.path, spoolFolder: spoolFolder, continuing: refuseIfCancelled)
        }
        _ = try form.drawn(from: images)
      }
      try source.split(&plan, rendition, of: job)
      try source.requireCopies(of: plan)
      try rendition.requirements.check(
        plan.ledger, of: source.accountedFacts, in: rendition.name, otherwise: .requirementUnmet)
      return plan
    }
  }

  /// Returns the plan whose ends are the nearest ones between which no picture has to be encoded.
  private func plan(_ rendition: Rendition, _ source: Source, snapping plan: Plan) throws(JobError) -> Plan {
    var job = job
    let (from, to) = try source.snapped(plan)
    let earliest = CMTime(plan.earliestStart)
    func point(_ time: ExactTime) -> TimePoint? { ExactTime(CMTime(time) - earliest).map { .time($0) } }
    job.time = TimeSelection(start: point(from), end: to.flatMap(point).map { .at($0) })
    return try Planner(rendition, of: job, source: source.facts, refusals: source.refusals).plan()
  }

  /// The contents of other files that go into each rendition.
  func additions(to sources: [Source]) throws(JobError) -> [AddedMetadata] {
    var files = AddedFiles(continuing: refuseIfCancelled)
    return try zip(job.renditions, sources).map { (rendition, source) throws(JobError) in
      try AddedMetadata(rendition.metadata, from: &files, duration: source.facts.duration)
    }
  }
}
