extension Source {
  /// Returns the source as it is for an output: with tracks of other files, and at another speed.
  ///
  /// - Throws: `JobError` of exit 64, 65 or 69.
  func prepared(for rendition: Rendition) throws(JobError) -> Source {
    let source = try adding(tracksFor: rendition)
    guard let speed = rendition.speedFactor else { return source }
    return try source.atSpeed(speed)
  }

  /// Returns the source with the tracks of other files that are added to an output.
  ///
  /// A track beside an enabled one of its kind is not enabled: players would present both.
  ///
  /// - Throws: `JobError` of exit 69 for a file without tracks of the kind, or of 64 for a track that is added twice.
  private func adding(tracksFor rendition: Rendition) throws(JobError) -> Source {
    var result = self
    let own = facts.tracks.filter { !rendition.drops.contains($0.kind) }
    for addition in rendition.additions {
      guard let file = added.first(where: { $0.path == addition.path }) else { continue }
      let tracks = file.source.facts.presentedTracks.filter { addition.kind == nil || addition.kind == $0.kind }
      if tracks.isEmpty {
        throw JobError(
          .noTracks, "--add \(addition.text): the file has no \(addition.kind.map { "\($0.rawValue) " } ?? "")tracks",
          hint: "avwrite inspect lists the tracks")
      }
      for var track in tracks {
        guard let id = file.id(of: track.id) else { continue }
        guard result.facts.added[id] == nil else {
          throw JobError(.usage, "--add \(addition.text): the \(track.kind.rawValue) track is added already")
        }
        (track.id, track.associations) = (id, [])
        track.position = result.facts.tracks.count { $0.kind == track.kind } + 1
        if let language = addition.language { (track.languageTag, track.languageCode) = (language.text, language.code) }
        if own.contains(where: { $0.kind == track.kind && $0.isEnabled }) { track.isEnabled = false }
        result.facts.tracks.append(track)
        result.facts.added[id] = SourceFacts.Addition(
          path: addition.path, isAsked: addition.kind != nil, language: addition.language?.text)
      }
      if let end = tracks.compactMap(\.end).max(), let duration = result.facts.duration {
        result.facts.duration = max(duration, end)
      }
    }
    return result
  }
}
