extension Planner {
  /// Checks that a track is kept if tracks of its kind were asked for from its file.
  ///
  /// - Throws: `JobError` of exit 69 where it is not.
  func requireAddition(of track: TrackFacts, leftOutFor reason: String) throws(JobError) {
    guard let addition = source.added[track.id], addition.isAsked else { return }
    throw JobError(
      .containerUnsupported, "\(addition.path): the \(track.kind.rawValue) track cannot be added: \(reason)")
  }
}

extension Ledger {
  /// Returns the ledger with the tracks of other files.
  func noting(additionsIn plan: Plan) -> Ledger {
    var ledger = self
    for track in plan.tracks {
      guard let file = track.file else { continue }
      ledger.added.append(Entry(track.source.factName, to: "\(track.kind.rawValue) of \(file)", reason: "--add"))
    }
    return ledger
  }
}
