extension Ledger {
  /// Returns the ledger with the pictures that are encoded at the ends of a cut.
  func noting(cutsOf plan: Plan) -> Ledger {
    var ledger = self
    for track in plan.tracks {
      guard let cut = track.cut, !cut.copiesAll else { continue }
      let fact = track.source.factName + ".video.pictures"
      ledger.converted.append(Entry(fact, to: "\(cut.encodedCount) encoded", reason: track.reason))
    }
    return ledger
  }
}
