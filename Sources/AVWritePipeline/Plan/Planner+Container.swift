/// What the container itself does to a source's facts.
extension Planner {
  /// What becomes of the metadata of the file and of the tracks that are kept.
  func noteMetadata(in plan: inout Plan) {
    let items = source.metadata + plan.tracks.flatMap(\.source.metadata)
    let ofTheMedia = items.filter { !MetadataFact.identifiersOfTheFile.contains($0.identifier) }
    let kept = ofTheMedia.count { container.carries($0) }
    func entry(_ count: Int, _ reason: String) -> Ledger.Entry {
      Ledger.Entry(count == 1 ? "1 item of metadata" : "\(count) items of metadata", reason)
    }
    if kept > 0 { plan.ledger.kept.append(entry(kept, "as in the source")) }
    if kept < ofTheMedia.count {
      plan.ledger.dropped.append(entry(ofTheMedia.count - kept, "\(container.rawValue) has no place for it"))
    }
  }

  /// What the container has no place for of a track that it keeps.
  func noteLimits(of track: TrackFacts, in ledger: inout Ledger) {
    guard !container.isMovie else { return }
    if let video = track.video {
      if video.transform.prefix(4) != [1, 0, 0, 1] {
        ledger.dropped.append(Ledger.Entry(track.title, "its rotation: \(container.rawValue) has no place for it"))
      }
      if let scale = container.timeScale, let duration = video.frameDuration, !duration.isWhole(in: scale) {
        ledger.converted.append(Ledger.Entry(track.title, "times rounded to 1/\(scale) s"))
      }
    } else if track.audio != nil, !container.isGapless {
      ledger.dropped.append(
        Ledger.Entry(track.title, "how much of coded sound is its encoder's own: \(container.rawValue) does not say it")
      )
    }
  }
}

extension ExactTime {
  /// Whether it is a whole number of ticks.
  fileprivate func isWhole(in ticksPerSecond: Int32) -> Bool {
    let (ticks, overflow) = value.multipliedReportingOverflow(by: Int64(ticksPerSecond))
    return !overflow && scale > 0 && ticks % Int64(scale) == 0
  }
}
