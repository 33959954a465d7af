/// The facts that were lost while a job ran.
extension Ledger {
  /// Returns the account with the losses of the job: pictures that were dropped because the encoder could not keep up,
  /// and styles of texts and closed captions that were not written.
  func noting(_ counts: [SampleCounts.Track], of tracks: [TrackPlan]) -> Ledger {
    var ledger = self
    for (track, count) in zip(tracks, counts) {
      ledger.dropped += count.lostStyles.map {
        Entry("\(track.source.factName).style.\($0)", reason: "not kept when text is converted")
      }
      let captions = "\(track.source.factName).video.captions"
      if count.hasCaptions, case .encodeVideo(let encoding) = track.action,
        let reason = encoding.reasonAgainstCaptions, !ledger.dropped.contains(where: { $0.fact == captions })
      {
        // The captions begin after the pictures in which the plan looked for them.
        ledger.dropped.append(Entry(captions, reason: reason))
      }
      if !count.hasCaptions, case .encodeVideo(let encoding) = track.action, encoding.reasonAgainstCaptions == nil {
        Self.explain(&ledger.dropped, about: [captions], "none of the pictures that were read has any")
      }
      guard count.droppedSamples > 0 else { continue }
      let pictures = "\(count.droppedSamples) of \(count.samples + count.droppedSamples) pictures"
      ledger.dropped.append(
        Entry("\(track.source.factName).samples", from: pictures, reason: "the encoder was too slow for real time"))
    }
    return ledger
  }

  /// The facts of a track that depend on how much of it there is.
  private static let counted = ["duration", "start", "samples", "video.frameRate"]

  private static func explain(_ entries: inout [Entry], about facts: [String], _ reason: String) {
    let patterns = facts.map { FactPattern($0) }
    for index in entries.indices where patterns.contains(where: { $0.matches(entries[index].fact) }) {
      entries[index].reason = reason
    }
  }

  /// Returns the ledger with the parts of the source that could not be read.
  ///
  /// - Parameter absent: the tracks of which nothing was written.
  func noting(_ losses: [Loss], absent: [TrackFacts]) -> Ledger {
    var ledger = self
    for track in absent {
      let reason = "no sample of it can be read"
      ledger.kept.removeAll { $0.fact == track.factName }
      Self.explain(&ledger.dropped, about: [track.factName], reason)
      if ledger.dropped.contains(where: { $0.fact == track.factName }) { continue }
      ledger.dropped.append(Entry(track.factName, from: track.kind.rawValue, reason: reason))
    }
    if !losses.isEmpty {
      let counted = losses.flatMap { loss in Self.counted.map { "track.\(loss.track).\($0)" } }
      Self.explain(&ledger.converted, about: ["file.duration"] + counted, "a part of the input cannot be read")
    }
    ledger.dropped += losses.map { Entry("track.\($0.track).samples", from: $0.text, reason: "it cannot be read") }
    return ledger
  }
}
