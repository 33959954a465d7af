/// What was lost while a job ran.
extension Ledger {
  /// The account with what was dropped because the encoder could not keep up, and what of texts has no place.
  func noting(_ tally: [Tally.Track], of tracks: [TrackPlan]) -> Ledger {
    var ledger = self
    for (track, count) in zip(tracks, tally) {
      ledger.dropped += count.lostStyles.map {
        Entry("\(track.source.factName).style.\($0)", reason: "texts are converted without it")
      }
      guard count.droppedSamples > 0 else { continue }
      let pictures = "\(count.droppedSamples) of \(count.samples + count.droppedSamples) pictures"
      ledger.dropped.append(
        Entry("\(track.source.factName).samples", from: pictures, reason: "the encoder could not keep up"))
    }
    return ledger
  }

  /// The account with what could not be read.
  ///
  /// - Parameter absent: tracks of which nothing was written.
  func noting(_ losses: [Loss], absent: [TrackFacts]) -> Ledger {
    var ledger = self
    for track in absent {
      ledger.kept.removeAll { $0.fact == track.factName }
      if ledger.dropped.contains(where: { $0.fact == track.factName }) { continue }
      ledger.dropped.append(Entry(track.factName, from: track.kind.rawValue, reason: "nothing of it can be read"))
    }
    ledger.dropped += losses.map { Entry("track.\($0.track).samples", from: $0.text, reason: "it cannot be read") }
    return ledger
  }
}
