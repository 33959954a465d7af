/// Decides what happens to each track of a source in one rendition. Pure: facts and wishes in, a plan out.
struct Planner {
  let rendition: Rendition
  let job: JobDescription
  let source: SourceFacts
  let container: Container

  /// - Throws: `JobError` of exit 64 or 69 when the wishes cannot be met.
  init(_ rendition: Rendition, of job: JobDescription, source: SourceFacts) throws(JobError) {
    self.rendition = rendition
    self.job = job
    self.source = source
    container = try Self.container(for: rendition)
  }

  static func container(for rendition: Rendition) throws(JobError) -> Container {
    if let container = rendition.format ?? Container(fileName: rendition.output) { return container }
    throw JobError(
      .containerUnsupported,
      rendition.isStream
        ? "the standard output has no extension that names the container"
        : "\(rendition.output): its extension is no container that this build writes",
      hint: "--format names one of \(Container.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  /// - Throws: `JobError` of exit 64 or 69.
  func plan() throws(JobError) -> Plan {
    if rendition.file.fragment != nil, !container.isMovie {
      throw JobError(
        .usage, "\(rendition.output): \(container.rawValue) has no fragments",
        hint: "\(Container.allCases.filter(\.isMovie).map(\.rawValue).joined(separator: ", ")) have")
    }
    var plan = Plan(container: container, tracks: [], ledger: Ledger())
    plan.isRealTime = job.isRealTime
    try requireNamedTracks()
    for track in source.tracks {
      switch try decide(track, alreadyKept: plan.tracks) {
      case .keep(let action, let reason):
        plan.tracks.append(TrackPlan(source: track, action: action, reason: reason))
        note(track, action, reason, in: &plan.ledger)
        noteLimits(of: track, in: &plan.ledger)
      case .drop(let reason):
        plan.ledger.dropped.append(Ledger.Entry(track.title, reason))
      }
    }
    guard !plan.tracks.isEmpty else { throw nothingLeft(plan.ledger) }
    noteMetadata(in: &plan)
    try setRange(of: &plan)
    return plan
  }

  enum Decision {
    case keep(TrackPlan.Action, reason: String)
    case drop(reason: String)
  }

  private func decide(_ track: TrackFacts, alreadyKept: [TrackPlan]) throws(JobError) -> Decision {
    if let reason = reasonToLeaveOut(track) { return .drop(reason: reason) }
    guard container.carries(track.kind) else {
      return .drop(reason: "\(container.rawValue) carries no \(track.kind.rawValue) tracks")
    }
    if let limit = container.trackLimit, alreadyKept.count >= limit {
      return .drop(reason: "\(container.rawValue) carries one track")
    }
    let decision: Decision =
      switch track.kind {
      case .audio where rendition.copies.contains(.audio): try copy(track, reason: "--copy audio")
      case .video where rendition.copies.contains(.video): try copy(track, reason: "--copy video")
      case _ where rendition.copies.contains(track.kind): .keep(.copy, reason: "--copy \(track.kind.rawValue)")
      case .video: try decideVideo(track)
      case .audio: try decideAudio(track)
      default: .keep(.copy, reason: "--tracks names it")
      }
    if case .keep(let action, _) = decision, action != .copy, !track.isDecodable {
      return try leaveOutUndecodable(track)
    }
    return decision
  }

  /// A track that was named by its number or language has to be there.
  private func requireNamedTracks() throws(JobError) {
    let missing = rendition.tracks?.terms.first { term in
      term.choice != .all
        && !source.tracks.contains { term.names(kind: $0.kind, position: $0.position, languages: $0.languages) }
    }
    guard let missing else { return }
    throw JobError(
      .noTracks, "\(job.input): --tracks names \(missing.text), which is not there",
      hint: "avwrite inspect lists the tracks")
  }

  private func reasonToLeaveOut(_ track: TrackFacts) -> String? {
    let kind = track.kind.rawValue
    if rendition.drops.contains(track.kind) { return "--drop \(kind)" }
    if track.kind == .video, rendition.video.codec == VideoChoice.Codec.none { return "--video-codec none" }
    if track.kind == .audio, rendition.audio.codec == AudioChoice.Codec.none { return "--audio-codec none" }
    if let tracks = rendition.tracks {
      let isNamed = tracks.contains(kind: track.kind, position: track.position, languages: track.languages)
      return isNamed ? nil : "--tracks does not name it"
    }
    switch track.kind {
    case .video, .audio: return nil
    default:
      return rendition.copies.contains(track.kind)
        ? nil : "only video and audio are kept unless asked; --copy \(kind) keeps it"
    }
  }

  /// A track that no decoder reads is left out where another of its kind is there, and named otherwise.
  private func leaveOutUndecodable(_ track: TrackFacts) throws(JobError) -> Decision {
    let others = source.tracks.contains { $0.kind == track.kind && $0.id != track.id && $0.isDecodable }
    guard others, rendition.tracks == nil else {
      var error = JobError(
        .decoderMissing, "\(job.input): this build has no decoder for \(track.codec.withoutTrailingSpaces)",
        hint: "--copy \(track.kind.rawValue) passes it through where the container can carry it")
      error.track = track.id
      throw error
    }
    return .drop(reason: "this build has no decoder for \(track.codec.withoutTrailingSpaces)")
  }

  private func note(_ track: TrackFacts, _ action: TrackPlan.Action, _ reason: String, in ledger: inout Ledger) {
    switch action {
    case .copy: ledger.kept.append(Ledger.Entry(track.title, reason))
    case .encodeVideo(let encoding):
      ledger.converted.append(Ledger.Entry(track.title, "encoded as \(encoding.codec.rawValue)"))
      if let bits = track.video?.bitsPerComponent, let depth = encoding.bitsPerComponent, bits > depth {
        ledger.converted.append(
          Ledger.Entry(track.title, "\(bits) bits a component reduced to \(depth)", isReduction: true))
      }
      if track.video?.hasHighDynamicRange == true, encoding.bitsPerComponent == 8 {
        ledger.converted.append(
          Ledger.Entry(
            track.title, "high dynamic range in 8 bits, which shows steps; --video-codec hevc has 10", isReduction: true
          ))
      }
      if let video = track.video, (video.width, video.height) != (encoding.width, encoding.height) {
        let sizes = "\(video.width)x\(video.height) to \(encoding.width)x\(encoding.height)"
        ledger.converted.append(Ledger.Entry(track.title, "scaled from \(sizes)"))
      }
      if encoding.isDeinterlaced {
        ledger.converted.append(Ledger.Entry(track.title, "interlaced pictures made whole"))
      }
      if let rate = encoding.frameRate {
        let isReduction = track.video.map { $0.framesPerSecond > rate.picturesPerSecond + 0.001 } ?? false
        ledger.converted.append(
          Ledger.Entry(track.title, "its times changed to \(rate.text) pictures a second", isReduction: isReduction))
      }
    case .encodeAudio(let encoding):
      ledger.converted.append(Ledger.Entry(track.title, "encoded as \(encoding.format.name)"))
      guard let audio = track.audio else { return }
      if let bits = encoding.format.bits, let sourceBits = audio.bitsPerChannel, sourceBits > bits {
        ledger.converted.append(
          Ledger.Entry(track.title, "\(sourceBits) bits a sample reduced to \(bits)", isReduction: true))
      }
      if audio.channels != encoding.channels {
        let counts = "\(audio.channels) channels to \(encoding.channels)"
        ledger.converted.append(Ledger.Entry(track.title, "mixed from \(counts)", isReduction: true))
      }
      if audio.sampleRate != Double(encoding.sampleRate) {
        let rates = "\(Int(audio.sampleRate)) Hz to \(encoding.sampleRate) Hz"
        ledger.converted.append(Ledger.Entry(track.title, "resampled from \(rates)", isReduction: true))
      }
    }
  }

  private func nothingLeft(_ ledger: Ledger) -> JobError {
    guard let first = ledger.dropped.first else {
      return JobError(.inputEmpty, "\(job.input): has no tracks")
    }
    return JobError(.noTracks, "\(job.input): no track is left to write (\(first.fact): \(first.reason))")
  }
}
