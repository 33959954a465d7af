/// The changes to a source's facts where only a part of it is wanted.
extension SourcePart {
  /// The reason for what is otherwise in a part.
  static let reason = "only a part of the source was asked for"

  /// Returns all changes to a source's facts that follow from the part.
  func changes(of source: SourceFacts) -> [PlannedChange] {
    let leftOut = source.tracks.filter { leavesOut($0, of: source) }
    return leftOut.map { PlannedChange.dropping($0.factName, Ledger.Entry.isOutside) } + chapterChanges(of: source)
      + timeChanges
  }

  /// Returns the changes to chapters: those outside the part are dropped, and the others begin at new times.
  func chapterChanges(of source: SourceFacts) -> [PlannedChange] {
    if isWhole { return [] }
    return source.chapters.enumerated().map { index, chapter in
      let name = "chapter.\(index + 1)"
      guard let start = start(of: chapter) else { return .dropping(name, Ledger.Entry.isOutside) }
      return .converting(name + ".start", to: start.clock, Self.reason)
    }
  }

  /// The changes to facts that depend on how much there is of the source.
  var timeChanges: [PlannedChange] {
    if isWhole { return [] }
    return [
      "file.duration", "track.*.start", "track.*.duration", "track.*.samples", "track.*.video.frameRate",
      "track.*.video.timecode", "track.*.timecode.start",
    ]
    .map { .converting($0, Self.reason) }
  }
}
