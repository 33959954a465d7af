extension Ledger {
  /// Returns the ledger with the facts of further inputs that have no place in one file.
  func dropping(factsJoinedTo source: SourceFacts) -> Ledger {
    var ledger = self
    for (index, input) in source.further.enumerated() {
      ledger.dropped += source.entries(without: input, named: "input.\(index + 2)")
    }
    return ledger
  }

  /// Returns the ledger with the properties of further inputs that their parts of a track do not have in the output,
  /// because the track is encoded as a whole.
  ///
  /// What a plan cannot foretell of the first input it cannot foretell of the others.
  func noting(inputsJoinedTo source: SourceFacts, in plan: Plan) -> Ledger {
    if source.further.isEmpty { return self }
    var ledger = self
    let encoded = plan.tracks.filter { $0.action != .copy && [.video, .audio].contains($0.kind) }
    for (index, input) in source.further.enumerated() {
      for track in encoded {
        guard let part = input.tracks.first(where: { $0.hasSamePlace(as: track.source) }) else { continue }
        for property in part.joinedProperties {
          ledger.note(property, ofInput: index + 2, encodedIn: track.source.factName)
        }
      }
    }
    return ledger
  }

  /// Notes a property of an input's part of a track, unless the track has the same in the output.
  ///
  /// - Parameter property: a fact whose name is what follows the track's.
  private mutating func note(_ property: Fact, ofInput number: Int, encodedIn track: String) {
    let name = "\(track).\(property.name)"
    var entry = Entry("input.\(number).\(name)", from: property.value, reason: "the whole track is encoded alike")
    if (converted + dropped).contains(where: { $0.fact == entry.fact }) { return }
    if let change = converted.first(where: { $0.fact == name }) {
      guard let value = change.to else { return }
      entry.to = value
    } else {
      entry.to = kept.first { $0.fact == name }?.from
    }
    if let value = entry.to {
      if !property.hasSameValue(as: Fact(property.name, value)) { converted.append(entry) }
    } else if !property.isObserved, !property.name.hasPrefix("audio.") {
      // Containers need not state the form of sound.
      dropped.append(entry)
    }
  }
}

extension TrackFacts {
  /// The names of the properties that an encoded track has in common for all inputs.
  private static let joinedNames: Set<String> = [
    "codec", "audio.sampleRate", "audio.channels", "audio.layout", "audio.bitDepth", "video.size", "video.bitDepth",
    "video.chroma", "video.color.primaries", "video.color.transfer", "video.color.matrix", "video.color.range",
    "video.masteringDisplay", "video.contentLight", "video.dolbyVision", "video.hdr10Plus", "video.alpha",
  ]

  /// The properties that an encoded track has in common for all inputs, by what follows the track's name.
  fileprivate var joinedProperties: [Fact] {
    facts(origin: .zero).compactMap { fact in
      var property = fact
      property.name = String(fact.name.dropFirst(factName.count + 1))
      return Self.joinedNames.contains(property.name) ? property : nil
    }
  }
}

extension SourceFacts {
  /// Returns the facts of a further input that this one does not have.
  ///
  /// - Parameter name: the first part of the facts' names.
  fileprivate func entries(without input: SourceFacts, named name: String) -> [Ledger.Entry] {
    let reason = "the output has the first input's"
    let metadata = input.metadataFacts.filter { fact in
      !metadataFacts.contains { $0.name == fact.name && $0.hasSameValue(as: fact) }
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
