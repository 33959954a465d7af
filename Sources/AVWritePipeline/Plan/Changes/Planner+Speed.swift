extension Planner {
  /// Returns the changes to facts at another speed. The times of a part are those of no fact.
  func speedChanges(in part: SourcePart) -> [PlannedChange] {
    guard let speed = rendition.speedFactor else { return [] }
    let rates = ["track.*.timeScale", "track.*.video.frameRate"]
    let times = ["file.duration", "track.*.start", "track.*.duration", "chapter.*.start"]
    let names = (part.isWhole ? rates + times : rates).map { FactPattern($0) }
    return source.facts.filter { fact in names.contains { $0.matches(fact.name) } }
      .map { .converting(only: $0.name, to: $0.value, "--speed-factor \(speed.text)") }
  }
}

extension SourcePart {
  /// Returns the part at another speed.
  func atSpeed(_ speed: SpeedFactor?) -> SourcePart {
    guard let speed else { return self }
    var part = self
    part.start = start.map(speed.scaled)
    part.end = end.map(speed.scaled)
    part.origin = speed.scaled(origin)
    part.mediaEnd = mediaEnd.map(speed.scaled)
    return part
  }
}
