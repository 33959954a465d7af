extension Ledger {
  /// Returns the ledger with notes about the inputs that are encoded into tracks whose other inputs are copied, and
  /// with the facts that these inputs have and the track in the output does not.
  func noting(inputsEncodedInto plan: Plan, of source: SourceFacts) -> Ledger {
    var ledger = self
    for track in plan.tracks {
      let name = track.source.factName
      for input in track.encodedInputs {
        let number = input.index + 1
        ledger.converted.append(
          Entry("input.\(number).\(name)", to: "encoded", reason: "it has \(input.difference)"))
        guard input.index > 0, source.further.indices.contains(input.index - 1),
          let part = source.further[input.index - 1].tracks.first(where: { $0.hasSamePlace(as: track.source) })
        else { continue }
        for property in part.joinedProperties {
          ledger.note(property, ofInput: number, encodedIn: name, reason: "it is encoded as the first input is")
        }
      }
    }
    return ledger
  }

  /// Returns the ledger with the properties of further inputs that their parts of a track do not have in the output,
  /// because the track is encoded as a whole.
  ///
  /// A plan lists only the properties that it foretells for the first input, too; the result lists all of them.
  func noting(inputsJoinedTo source: SourceFacts, in plan: Plan) -> Ledger {
    if source.further.isEmpty { return self }
    var ledger = self
    let encoded = plan.tracks.filter { $0.action != .copy && [.video, .audio].contains($0.kind) }
    for (index, input) in source.further.enumerated() {
      for track in encoded {
        guard let part = input.tracks.first(where: { $0.hasSamePlace(as: track.source) }) else { continue }
        for property in part.joinedProperties {
          ledger.note(
            property, ofInput: index + 2, encodedIn: track.source.factName, reason: "the whole track is encoded alike")
        }
      }
    }
    return ledger
  }

  /// Notes a property of an input's part of a track, unless the track has the same in the output.
  ///
  /// - Parameter property: a fact whose name is what follows the track's.
  private mutating func note(_ property: Fact, ofInput number: Int, encodedIn track: String, reason: String) {
    let name = "\(track).\(property.name)"
    var entry = Entry("input.\(number).\(name)", from: property.value, reason: reason)
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
