/// A planner that decides what happens to each track of a source in one rendition. It is a pure value: facts and
/// settings in, a plan out.
struct Planner {
  let rendition: Rendition
  let job: JobDescription
  /// The facts that the plan is made from, at the speed at which the source is shown.
  let source: SourceFacts
  /// The facts that the ledger accounts for, at the source's own speed.
  let accounted: SourceFacts
  let container: Container
  /// The reasons why the container does not take tracks as they are, by the tracks' identifiers.
  let refusals: [Int32: String]

  /// - Parameters:
  ///   - accounted: the facts at the source's own speed, or nil if `source` are these.
  ///   - refusals: a closure that returns the reasons of `refusals` for a container.
  /// - Throws: `JobError` of exit 64 or 69 when the settings cannot be met.
  init(
    _ rendition: Rendition, of job: JobDescription, source: SourceFacts, accounting accounted: SourceFacts? = nil,
    refusals: (Container) -> [Int32: String] = { _ in [:] }
  ) throws(JobError) {
    self.rendition = rendition
    self.job = job
    self.source = source
    self.accounted = accounted ?? source
    container = try Self.container(for: rendition)
    self.refusals = refusals(container)
  }

  /// Checks that a part does not end before the first track begins, in the empty stretch at the start of a movie.
  ///
  /// - Throws: `JobError` of exit 64.
  private func requireSamples(in plan: Plan) throws(JobError) {
    guard let end = plan.part.end, let first = plan.tracks.map(\.source.start).min(), end <= first else { return }
    throw JobError(
      .usage, "\(job.input): the part ends at \(end.clock), but the first sample is presented at \(first.clock)")
  }

  /// Leaves out the pictures and sounds that are not presented in the part.
  ///
  /// - Returns: The tracks that were left out.
  /// - Throws: `JobError` of exit 64 where no track is left.
  private func leaveOutTracks(outsidePartOf plan: inout Plan) throws(JobError) -> [TrackFacts] {
    let part = plan.part
    let chapters = source.chapterTracks
    let outside = plan.tracks.map(\.source).filter { part.leavesOut($0, of: source) }
    plan.tracks.removeAll { track in outside.contains { $0.id == track.source.id } }
    guard !outside.isEmpty, plan.tracks.allSatisfy({ chapters.contains($0.source.id) }) else { return outside }
    throw JobError(
      .usage, "\(job.input): no track is presented in the part that was asked for",
      hint: "avwrite inspect shows when its tracks begin and end")
  }

  static func container(for rendition: Rendition) throws(JobError) -> Container {
    if let container = rendition.format ?? Container(fileName: rendition.output) { return container }
    let containers = Container.allCases.filter { !rendition.isStream || $0.canStream }
    throw JobError(
      .containerUnsupported,
      rendition.isStream
        ? "the container of the standard output is not known"
        : "\(rendition.output): its extension is not one of a container that this build writes",
      hint: "give --format with one of \(containers.map(\.rawValue).joined(separator: ", "))")
  }

  /// - Throws: `JobError` of exit 64 or 69.
  func plan() throws(JobError) -> Plan {
    if rendition.file.fragment != nil, !container.isMovie {
      throw JobError(
        .usage, "\(rendition.name): --fragment needs a movie, and \(container.rawValue) is none",
        hint: "\(Container.allCases.filter(\.isMovie).map(\.rawValue).joined(separator: ", ")) can have fragments")
    }
    if rendition.speedFactor != nil, job.isRealTime {
      throw JobError(.usage, "--speed-factor and --real-time exclude each other: the source is read at its own pace")
    }
    var plan = Plan(container: container, tracks: [], ledger: Ledger())
    plan.isRealTime = job.isRealTime
    try requireNamedTracks()
    try requirePlacesForAdditions()
    var leftOut: [(track: TrackFacts, reason: String)] = []
    for track in source.tracks {
      switch try decide(track, alreadyKept: plan.tracks) {
      case .keep(let action, let reason):
        let file = source.added[track.id]?.path
        plan.tracks.append(
          TrackPlan(source: track, action: action, reason: reason, file: file, speed: rendition.speedFactor))
      case .drop(let reason):
        try requireAddition(of: track, leftOutFor: reason)
        leftOut.append((track, reason))
      }
    }
    guard !plan.tracks.isEmpty else { throw nothingLeft(leftOut.first) }
    // A track of chapters is none that is shown: other containers have chapters as a list.
    let kept = Set(plan.tracks.map(\.source.id)).subtracting(source.chapterTracks)
    let own = accounted.tracks.filter { kept.contains($0.id) }
    plan.part = try SourcePart(job.time, of: accounted, showing: own, from: own.earliestStart)
      .atSpeed(rendition.speedFactor)
    plan.earliestStart = plan.tracks.map(\.source).earliestStart
    try requireSamples(in: plan)
    leftOut += try leaveOutTracks(outsidePartOf: &plan).map { (track: $0, reason: Ledger.Entry.isOutside) }
    enableChosenTracks(of: &plan)
    try turnCopies(of: &plan)
    try requireEncoder(ofOptionsIn: plan)
    try requirePasses(of: plan)
    try setTargetSize(of: &plan)
    try setFades(of: &plan)
    plan.ledger = ledger(of: plan, leftOut: leftOut)
    try requireRoom(for: plan)
    return plan
  }

  enum Decision {
    case keep(TrackPlan.Action, reason: String)
    case drop(reason: String)
  }

  private func decide(_ track: TrackFacts, alreadyKept: [TrackPlan]) throws(JobError) -> Decision {
    if let reason = reasonToLeaveOut(track) { return .drop(reason: reason) }
    if let decision = decideText(track) { return decision }
    guard container.carries(track.kind) else {
      return .drop(reason: "\(container.rawValue) carries no \(track.kind.rawValue) tracks")
    }
    if let limit = container.trackLimit, alreadyKept.count >= limit {
      return .drop(reason: "\(container.rawValue) carries only one track")
    }
    if !isAsked(track), track.kind != .video && track.kind != .audio, let refusal = refusals[track.id] {
      return .drop(reason: refusal)
    }
    let decision: Decision =
      switch track.kind {
      case _ where source.chapterTracks.contains(track.id):
        rendition.metadata.chapters == nil
          ? .keep(.copy, reason: "its samples are the chapters") : .drop(reason: "--chapters")
      case .audio where rendition.copies.contains(.audio): try copy(track, reason: "--copy audio")
      case .video where rendition.copies.contains(.video): try copy(track, reason: "--copy video")
      case _ where rendition.copies.contains(track.kind): .keep(.copy, reason: "--copy \(track.kind.rawValue)")
      case .video: try decideVideo(track)
      case .audio: try decideAudio(track)
      default: .keep(.copy, reason: "\(container.rawValue) carries it as it is")
      }
    if case .keep(let action, _) = decision, action != .copy, !track.isDecodable {
      return try leaveOutUndecodable(track)
    }
    return decision
  }

  /// Returns whether the track has to be written. If it cannot be, that is an error, and the track is not left out.
  private func isAsked(_ track: TrackFacts) -> Bool {
    rendition.tracks != nil || rendition.copies.contains(track.kind) || source.added[track.id]?.isAsked == true
  }

  /// Chooses the first kept track of a kind to be presented unasked, where all such tracks of the source were left out.
  private func enableChosenTracks(of plan: inout Plan) {
    for kind in [TrackKind.video, .audio] {
      let places = plan.tracks.indices.filter { index in
        let track = plan.tracks[index].source
        return track.kind == kind && !source.chapterTracks.contains(track.id)
      }
      guard let first = places.first, !places.contains(where: { plan.tracks[$0].source.isEnabled }),
        source.tracks.contains(where: { $0.kind == kind && $0.isEnabled })
      else { continue }
      plan.tracks[first].isChosen = true
    }
  }

  /// Checks that each track that was named by its number or language is there.
  private func requireNamedTracks() throws(JobError) {
    let missing = rendition.tracks?.terms.first { term in
      term.isParticular && !source.tracks.contains { source.added[$0.id] == nil && term.names($0) }
    }
    let strange = rendition.metadata.tracks.first { id in !source.tracks.contains { $0.id == id } }
    guard let name = missing.map({ "--tracks names \($0.text)" }) ?? strange.map({ "an option describes track \($0)" })
    else { return }
    throw JobError(
      .noTracks, "\(job.input): \(name), which does not exist", hint: "avwrite inspect lists the tracks")
  }

  private func reasonToLeaveOut(_ track: TrackFacts) -> String? {
    let kind = track.kind.rawValue
    // The input's tracks alone are chosen among: others are named by --add.
    let isAdded = source.added[track.id] != nil
    if rendition.drops.contains(track.kind), !isAdded { return "--drop \(kind)" }
    if track.kind == .video, rendition.video.codec == VideoChoice.Codec.none { return "--video-codec none" }
    if track.kind == .audio, rendition.audio.codec == AudioChoice.Codec.none { return "--audio-codec none" }
    if track.kind == .timecode, rendition.speedFactor != nil { return "--speed-factor: it counts other pictures" }
    if track.tellsLocation, let reason = rendition.metadata.reasonAgainstLocation { return reason }
    if let tracks = rendition.tracks, !isAdded { return tracks.contains(track) ? nil : Ledger.Entry.isNotChosen }
    return track.kind == .other && !rendition.copies.contains(.other) ? "its kind is unknown" : nil
  }

  /// Leaves out a track that no decoder reads if another of its kind is there; else throws an error that names it.
  func leaveOutUndecodable(_ track: TrackFacts) throws(JobError) -> Decision {
    let others = source.tracks.contains { $0.kind == track.kind && $0.id != track.id && $0.isDecodable }
    guard others, rendition.tracks == nil else {
      var error = JobError(
        .decoderMissing, "\(job.input): this build has no decoder for \(track.codecInWords)",
        hint: "--copy \(track.kind.rawValue) copies it without decoding, if the container can carry it")
      error.track = track.id
      throw error
    }
    return .drop(reason: "this build has no decoder for \(track.codecInWords)")
  }

  private func nothingLeft(_ first: (track: TrackFacts, reason: String)?) -> JobError {
    guard let first else { return JobError(.inputEmpty, "\(job.input): has no tracks") }
    return JobError(.noTracks, "\(job.input): no track is left to write (\(first.track.title): \(first.reason))")
  }
}
