extension Ledger {
  /// Returns the ledger with the facts of further inputs that one file cannot have, as dropped.
  func dropping(factsJoinedTo source: SourceFacts) -> Ledger {
    var ledger = self
    for (index, input) in source.further.enumerated() {
      ledger.dropped += source.entries(without: input, named: "input.\(index + 2)")
    }
    return ledger
  }
}

extension SourceFacts {
  /// Returns the facts of a further input that this one does not have.
  ///
  /// - Parameter name: the first part of the facts' names.
  fileprivate func entries(without input: SourceFacts, named name: String) -> [Ledger.Entry] {
    let reason = "the output has the first input's"
    let own = metadataFacts
    let metadata = input.metadataFacts.filter { fact in
      !own.contains { $0.name == fact.name && $0.hasSameValue(as: fact) }
    }
    let attached = input.attachments.filter { !attachments.contains($0) }
    let others = input.tracks.filter { track in
      !input.chapterTracks.contains(track.id) && !tracks.contains { $0.hasSamePlace(as: track) }
    }
    return metadata.map { Ledger.Entry("\(name).\($0.name)", from: $0.value, reason: reason) }
      + attached.map { Ledger.Entry("\(name).attachment", from: $0.name, reason: reason) }
      + others.map {
        Ledger.Entry("\(name).track.\($0.id)", from: $0.title, reason: "the first input has no such track")
      }
  }
}
