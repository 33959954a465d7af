/// The account of the source's facts in a plan.
extension Planner {
  /// - Parameter leftOut: the tracks that are not written, with the reasons.
  func ledger(of plan: Plan, leftOut: [(track: TrackFacts, reason: String)]) -> Ledger {
    var changes = leftOut.map { PlannedChange.dropping($0.track.factName, $0.reason) }
    changes += chapterChanges(leftOut) + plan.part.chapterChanges(of: source) + speedChanges(in: plan.part)
    if !container.isMovie {
      changes += ["preferredRate", "preferredVolume"].map {
        .dropping("file.\($0)", "\(container.rawValue) has no place for it")
      }
    }
    changes += attachmentChanges + chosenMetadataChanges(plan) + metadataChanges(plan)
    if !container.carriesCreationDate {
      changes.append(.dropping("file.creationDate", "\(container.rawValue) has no place for it"))
    }
    for track in plan.tracks {
      changes += relationChanges(of: track.source, in: plan)
      if track.isChosen {
        let reason = "no enabled \(track.source.kind.rawValue) track is kept, so this one is enabled"
        changes.append(.converting(track.source.factName + ".enabled", to: "yes", reason))
      }
      changes += track.changes + container.changes(to: track.source)
      if track.action == .copy { changes += container.changes(toCopied: track.source) }
      if case .encodeVideo(let encoding) = track.action {
        changes += container.changes(to: track.source, encodedBy: encoding)
      }
      if container.isMovie {
        let reason = "the ends of the part are whole ticks"
        changes.append(
          .converting(track.source.factName + ".timeScale", to: "\(track.timeScale(in: plan.part))", reason))
      }
    }
    changes += startChanges(plan) + gapChanges(plan) + timeChanges(plan)
    return Ledger(accounted.facts, changes).dropping(factsJoinedTo: source)
      .noting(inputsJoinedTo: source, in: plan).noting(levelsOf: plan).noting(additionsIn: plan)
  }

  /// Returns the changes to chapters that are replaced or that the container cannot have. In a movie a track has the
  /// chapters. If there is no such track, the chapters go into the container's own list.
  private func chapterChanges(_ leftOut: [(track: TrackFacts, reason: String)]) -> [PlannedChange] {
    if rendition.metadata.chapters != nil { return [.converting("chapter", "--chapters")] }
    if container.carriesChapters { return [] }
    let lists = source.chapterTracks
    if !lists.isEmpty {
      let missing = leftOut.first { lists.contains($0.track.id) }
      return missing.map { [.dropping("chapter", $0.reason)] } ?? []
    }
    return [.dropping("chapter", "\(container.rawValue) has no place for them")]
  }

  /// Returns the changes to a track's references: it refers to other tracks only where those are written too.
  private func relationChanges(of track: TrackFacts, in plan: Plan) -> [PlannedChange] {
    let written = Set(plan.tracks.map(\.source.id))
    let reason = "it refers to a track that is not written"
    let associations = track.associations.filter { !written.isSuperset(of: $0.tracks) }.map { association in
      let name = "\(track.factName).association.\(association.kind)"
      return written.isDisjoint(with: association.tracks)
        ? PlannedChange.dropping(name, reason) : .converting(name, reason)
    }
    let others = source.alternatives.first { $0.contains(track.id) }?.filter { $0 != track.id } ?? []
    let name = track.factName + ".alternatives"
    if written.isSuperset(of: others) { return associations }
    return associations + [written.isDisjoint(with: others) ? .dropping(name, reason) : .converting(name, reason)]
  }

  /// Returns the changes to the starts of sounds where the container states no times: the file begins with the first.
  private func startChanges(_ plan: Plan) -> [PlannedChange] {
    let sources = plan.tracks.map(\.source)
    guard !container.statesTimes, plan.part.isWhole, let first = sources.map(\.start).min() else { return [] }
    let reason = "\(container.rawValue) files begin with their first sound"
    let earlier = ExactTime(value: -first.value, scale: first.scale)
    return sources.map { track in
      .converting(track.factName + ".start", to: track.start.adding(earlier)?.clock, reason)
    }
  }

  /// Returns the changes of times if the encoder's padding is written before the sound.
  ///
  /// No file begins before its time 0. In a container without a place for the padding, all other media therefore begins
  /// later by its duration. Durations do not change: in containers that cannot state padding, the durations of files
  /// are estimates, and no facts.
  private func gapChanges(_ plan: Plan) -> [PlannedChange] {
    let padded = plan.tracks.filter { $0.isPadded(in: container, of: source) }
    let reason = "\(container.rawValue) does not store the encoder delay of the sound"
    func starts(_ tracks: [TrackPlan]) -> [PlannedChange] {
      tracks.map { .converting($0.source.factName + ".start", reason) }
    }
    func delay(_ track: TrackPlan) -> Double { track.source.start.seconds - source.earliestStart.seconds }
    let first = padded.filter { delay($0) < $0.longestPadding }
    if first.isEmpty { return starts(padded) }
    // Sounds that begin together and are encoded alike keep their relative times.
    let staysTogether =
      hasEqualPadding(padded) && first.allSatisfy { delay($0) <= Fact.timeTolerance }
    let names = Set(padded.map(\.source.id))
    let moved = staysTogether ? plan.tracks.filter { !names.contains($0.source.id) } : plan.tracks
    return starts(moved) + [.converting("chapter.*.start", reason)]
  }

  /// Returns whether the padding of all sounds has the same length, within the tolerance of facts.
  private func hasEqualPadding(_ tracks: [TrackPlan]) -> Bool {
    let lengths = tracks.map(\.usualPadding)
    return Set(tracks.map(\.paddedCodec)).count == 1
      && (lengths.max() ?? 0) - (lengths.min() ?? 0) <= Fact.timeTolerance
  }
}

extension TrackPlan {
  /// Returns whether written sound begins with its encoder's padding in a container that cannot state it.
  ///
  /// Copied sound has padding only if its source states it; otherwise the padding, if there is any, already counts as
  /// sound of the source. The padding of Vorbis needs no mark, and Matroska has one for that of Opus.
  fileprivate func isPadded(in container: Container, of facts: SourceFacts) -> Bool {
    guard !container.isGapless, source.audio != nil else { return false }
    switch action {
    case .encodeAudio(let encoding):
      guard case .lossy(let codec, _) = encoding.format else { return false }
      return switch codec {
      case .aac, .mp3, .ac3, .eac3: true
      case .opus: container != .mkv
      case .vorbis: false
      }
    case .copy where source.codec == "opus": return container != .mkv
    case .copy:
      let isCoded = source.codec.hasPrefix("aac") || [".mp3", "ac-3", "ec-3"].contains(source.codec)
      return isCoded && (file != nil || facts.hasExactDurations) && source.audio?.mayHideStart == true
    case .encodeVideo, .convertText: return false
    }
  }

  /// The codec of the written sound, which decides how many samples of padding there are.
  fileprivate var paddedCodec: String {
    if case .encodeAudio(let encoding) = action, case .lossy(let lossy, _) = encoding.format { return lossy.rawValue }
    return source.codec
  }

  /// The usual padding before the written sound, in seconds: a frame of AAC, and about one of MP3.
  fileprivate var usualPadding: Double { soundRate.map { 1024 / $0 } ?? 0 }

  /// The longest padding before the written sound, in seconds.
  fileprivate var longestPadding: Double { soundRate.map { Double(TrackPlan.unmarkedSamples) / $0 } ?? 0 }
}

extension Container {
  /// Returns the changes to facts of a kept track that the container has no place for.
  fileprivate func changes(to track: TrackFacts) -> [PlannedChange] {
    guard !isMovie else { return [] }
    let reason = "\(rawValue) has no place for it"
    let name = track.factName
    var changes: [PlannedChange] = []
    if !carriesTurns || track.video.map({ Geometry($0).turn == nil }) ?? false {
      changes += ["video.rotation", "video.matrix"].map {
        .dropping("\(name).\($0)", reason + ", and players show the picture as it is stored")
      }
    }
    changes += ["video.cleanAperture", "audio.volume", "alternatives", "association", "handler"].map {
      .dropping("\(name).\($0)", reason)
    }
    if !carriesLanguage(of: track.kind) { changes.append(.dropping(name + ".language", reason)) }
    if !marksEnabledTracks { changes.append(.converting(name + ".enabled", to: "yes", reason)) }
    changes += track.roles.filter { !carries($0) }.map { .dropping("\(name).role.\($0.rawValue)", reason) }
    if let timeScale {
      let isExact = track.video?.frameDuration?.isWhole(in: timeScale) ?? true
      let reason = isExact ? "\(rawValue) counts in 1/\(timeScale) s" : "times are rounded to 1/\(timeScale) s"
      changes.append(.converting(name + ".timeScale", to: "\(timeScale)", reason))
    }
    return changes
  }
}

extension Container {
  /// Returns the changes to facts of encoded pictures that neither the container nor their coding states.
  fileprivate func changes(to track: TrackFacts, encodedBy encoding: VideoEncoding) -> [PlannedChange] {
    guard !encoding.isDeinterlaced, self == .webm || self == .ts && encoding.codec != .h264 else { return [] }
    let reason = "\(encoding.codec.rawValue) in \(rawValue) cannot say it"
    return [.dropping("\(track.factName).video.fields", reason)]
  }

  /// Returns the changes to facts of a copied track that Matroska or a movie stores beside the pictures or texts, and
  /// not in them.
  fileprivate func changes(toCopied track: TrackFacts) -> [PlannedChange] {
    if self == .webm, track.hasTextDefinitions {
      return [.dropping("\(track.factName).style.definitions", "\(rawValue) has no place for it beside the texts")]
    }
    let reason = "\(rawValue) has no place for it beside the pictures"
    if !isMovie, let spatial = track.video?.spatial, spatial != TrackFacts.Spatial() {
      return [.dropping("\(track.factName).video.spatial", reason)]
    }
    guard ["vp08", "vp09"].contains(track.codec) else { return [] }
    return (isMovie ? ["alpha", "hdr10Plus"] : ["hdr10Plus"]).map {
      .dropping("\(track.factName).video.\($0)", reason)
    }
  }
}

extension ExactTime {
  /// Returns whether the time is a whole number of ticks.
  fileprivate func isWhole(in ticksPerSecond: Int32) -> Bool {
    let (ticks, overflow) = value.multipliedReportingOverflow(by: Int64(ticksPerSecond))
    return !overflow && scale > 0 && ticks % Int64(scale) == 0
  }
}
