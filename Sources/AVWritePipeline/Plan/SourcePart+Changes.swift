/// What becomes of a source's facts in a part of it.
extension SourcePart {
  private static let reason = "a part of the source was asked for"

  /// Which chapters are in the part, and when.
  func chapterChanges(of source: SourceFacts) -> [PlannedChange] {
    if isWhole { return [] }
    return source.chapters.enumerated().map { index, chapter in
      let name = "chapter.\(index + 1)"
      guard let start = start(of: chapter) else { return .dropping(name, Ledger.Entry.isOutside) }
      return .converting(name + ".start", to: start.clock, Self.reason)
    }
  }

  var timeChanges: [PlannedChange] {
    if isWhole { return [] }
    return [
      "file.duration", "track.*.start", "track.*.duration", "track.*.samples", "track.*.video.timecode",
      "track.*.timecode.start",
    ]
    .map { .converting($0, Self.reason) }
  }
}
