extension Container {
  /// Returns whether the container carries an item of a track's metadata.
  fileprivate func carriesOfTrack(_ fact: MetadataFact) -> Bool { carriesTrackMetadata && carries(fact) }
}

extension MetadataChoice {
  /// Something that an option adds to the media.
  fileprivate struct Addition {
    /// The option, with the part of its argument that distinguishes it from others.
    var option: String
    var isCarried: (Container) -> Bool
  }

  /// Returns the additions of the options. An item with an empty text adds nothing: it is left out.
  fileprivate func additions(to source: SourceFacts) -> [Addition] {
    let artwork = MetadataFact(identifier: AddedMetadata.coverIdentifier, value: "")
    var additions: [Addition] = []
    if cover != nil { additions.append(Addition(option: "--cover") { $0.carries(artwork) }) }
    if chapters != nil { additions.append(Addition(option: "--chapters") { $0.carriesChapters }) }
    // If the container cannot store the key of a batch, the key is stored in an attribute of the file.
    for item in items where !item.value.isEmpty && item.key != ContentKey.identifier {
      additions.append(Addition(option: "\(Self.option(nil)) \(item.key)") { $0.carries(item.fact) })
    }
    for item in listedTrackItems where !item.value.value.isEmpty {
      let option = "\(Self.option(item.track)) \(item.track):\(item.value.key)"
      additions.append(Addition(option: option) { $0.carriesOfTrack(item.value.fact) })
    }
    for language in listedLanguages {
      let option = "--language \(language.track):\(language.value.text)"
      let kind = source.tracks.first { $0.id == language.track }?.kind ?? .audio
      additions.append(Addition(option: option) { $0.carriesLanguage(of: kind) })
    }
    return additions
  }
}

extension MetadataChoice.Item {
  /// The fact that the item would be; its form is left to the container.
  fileprivate var fact: MetadataFact { MetadataFact(identifier: identifier, value: value) }
}

/// The changes to the source's metadata.
extension Planner {
  /// Returns the changes to items that the container has no place for.
  func metadataChanges(_ plan: Plan) -> [PlannedChange] {
    func changes(_ facts: [MetadataFact], _ name: String, where isLost: (MetadataFact) -> Bool) -> [PlannedChange] {
      facts.filter(isLost).map { .dropping("\(name).\($0.identifier)", "\(container.rawValue) has no place for it") }
    }
    return changes(source.metadata, "metadata") { !container.carries($0) }
      + plan.tracks.flatMap { track in
        changes(track.source.metadata, track.source.factName + ".metadata") { !container.carriesOfTrack($0) }
      }
  }

  /// Checks that the container has a place for what options add to the media: metadata, languages, a cover and chapters.
  func requirePlacesForAdditions() throws(JobError) {
    let additions = rendition.metadata.additions(to: source)
    guard let refused = additions.first(where: { !$0.isCarried(container) }) else { return }
    let others = Container.allCases.filter(refused.isCarried).map(\.rawValue).joined(separator: ", ")
    throw JobError(
      .containerUnsupported,
      "\(rendition.name): \(container.rawValue) cannot carry the addition of \(refused.option)",
      hint: others.isEmpty ? "no container that this build writes can carry it" : "\(others) can carry it")
  }

  /// The changes to the files beside the media.
  var attachmentChanges: [PlannedChange] {
    guard container.carriesAttachedFiles else {
      return [.dropping("attachment", "\(container.rawValue) has no place for it")]
    }
    return source.attachments.enumerated().compactMap { index, file in
      rendition.metadata.reasonAgainst(file).map { .dropping("attachment.\(index + 1)", $0) }
    }
  }

  /// Returns the changes to the metadata of the file and its tracks that the user asked for.
  func chosenMetadataChanges(_ plan: Plan) -> [PlannedChange] {
    func changes(_ facts: [MetadataFact], of track: Int32?, _ name: String) -> [PlannedChange] {
      facts.compactMap { fact in
        guard let reason = rendition.metadata.reasonAgainst(fact, of: track) else { return nil }
        let item = rendition.metadata.items(of: track).first { $0.replaces(fact) && !$0.value.isEmpty }
        let name = "\(name).\(fact.identifier)"
        return item.map { .converting(name, to: $0.value, MetadataChoice.option(track)) } ?? .dropping(name, reason)
      }
    }
    return changes(source.metadata, of: nil, "metadata")
      + plan.tracks.flatMap { track in
        let (id, name) = (track.source.id, track.source.factName)
        let language = rendition.metadata.languages[id].map {
          PlannedChange.converting("\(name).language", to: $0.text, "--language")
        }
        return changes(track.source.metadata, of: id, "\(name).metadata") + (language.map { [$0] } ?? [])
      }
  }
}
