/// The changes to the source's metadata.
extension Planner {
  /// Returns the changes to items that the container has no place for.
  func metadataChanges(_ plan: Plan) -> [PlannedChange] {
    let items =
      source.metadata.map { ("metadata", $0) }
      + plan.tracks.flatMap { track in
        track.source.metadata.map { (track.source.factName + ".metadata", $0) }
      }
    return items.filter { !container.carries($0.1) }
      .map { .dropping("\($0).\($1.identifier)", "\(container.rawValue) has no place for it") }
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
