extension Ledger {
  /// Returns the ledger with the changes to what the pictures show, a line for each.
  func noting(editsOf plan: Plan) -> Ledger {
    var ledger = self
    for track in plan.tracks {
      for (option, text) in track.edits.lines {
        let fact = "\(track.source.factName).video.\(option)"
        let entry = Entry(fact, to: text, reason: "--" + option)
        if !ledger.converted.contains(entry) { ledger.converted.append(entry) }
      }
    }
    return ledger
  }
}

extension TrackPlan {
  /// The changes to what the track's pictures show.
  var edits: PictureEdits {
    if case .encodeVideo(let encoding) = action { return encoding.arrangement.edits }
    return turnedCopy?.edits ?? PictureEdits()
  }
}
