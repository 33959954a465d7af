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
    for track in plan.tracks {
      changes += relationChanges(of: track.source, in: plan)
      if track.isChosen {
        let reason = "no enabled \(track.source.kind.rawValue) track is kept, so this one is enabled"
        changes.append(.converting(track.source.factName + ".enabled", to: "yes", reason))
      }
      changes += track.changes + container.changes(to: track.source)
      if track.action == .copy { changes += container.changes(toCopied: track.source) }
    }
    if plan.tracks.contains(where: { $0.source.audio != nil }), !container.isGapless { changes += gapChanges }
    return Ledger(accounted.facts, changes + plan.part.timeChanges).dropping(factsJoinedTo: source)
      .noting(inputsJoinedTo: source, in: plan).noting(levelsOf: plan).noting(additionsIn: plan)
  }

  /// Returns the changes to chapters that are replaced or have no place. A movie's chapters are listed by a track like
  /// others. Where there is no such track, they go into the container's own list.
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

  /// The changes to times where the encoder's padding comes before the sound, and all else begins that much later.
  private var gapChanges: [PlannedChange] {
    let reason = "\(container.rawValue) does not store the encoder delay of the sound"
    return ["file.duration", "track.*.start", "track.*.duration", "chapter.*.start"].map { .converting($0, reason) }
  }
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
    if !carriesLanguages { changes.append(.dropping(name + ".language", reason)) }
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
