extension Requirement {
  private var group: Group? { Group(rawValue: text) }

  /// A Boolean value that says whether a converted fact fails the requirement.
  private var isExact: Bool { group == nil || group == .hdr }

  /// Returns the entries of a ledger that fail the requirement.
  ///
  /// A source without facts of the kind fails nothing. Neither do facts outside the part of the source that was asked
  /// for.
  func unmet(in ledger: Ledger, of source: SourceFacts) -> [Ledger.Entry] {
    let facts = Dictionary(source.facts.map { ($0.name, $0) }) { first, _ in first }
    let entries =
      ledger.dropped.filter { $0.reason != Ledger.Entry.isOutside } + (isExact ? ledger.converted : [])
    return entries.filter { entry in facts[entry.fact].map { concerns($0, of: source) } ?? false }
  }

  private func concerns(_ fact: Fact, of source: SourceFacts) -> Bool {
    func isTrack(_ kinds: Set<TrackKind>) -> Bool {
      source.tracks.contains { kinds.contains($0.kind) && $0.factName == fact.name }
    }
    return switch group {
    case nil: FactPattern(text).matches(fact.name)
    case .all: true
    case .video: isTrack([.video])
    case .audio: isTrack([.audio])
    case .subtitles: isTrack([.subtitle, .text, .caption])
    case .timecode:
      isTrack([.timecode])
        || ["track.*.timecode", "track.*.video.timecode"].contains { FactPattern($0).matches(fact.name) }
    case .chapters: FactPattern("chapter").matches(fact.name)
    case .metadata: FactPattern("metadata").matches(fact.name) || FactPattern("track.*.metadata").matches(fact.name)
    case .location: fact.meaning == "location"
    case .dates: fact.name == "file.creationDate" || fact.meaning == "creationDate"
    case .cover: fact.meaning == "artwork"
    case .languages: FactPattern("track.*.language").matches(fact.name)
    case .attachments: FactPattern("attachment").matches(fact.name)
    case .hdr: Self.concernsLight(fact, of: source)
    }
  }

  /// Returns whether a fact is one that pictures of high dynamic range need to be shown as such.
  private static func concernsLight(_ fact: Fact, of source: SourceFacts) -> Bool {
    let names = ["color", "bitDepth", "masteringDisplay", "contentLight", "dolbyVision", "hdr10Plus"]
    return source.tracks.contains { track in
      track.video?.hasHighDynamicRange == true
        && names.contains { FactPattern("\(track.factName).video.\($0)").matches(fact.name) }
    }
  }
}

extension [Requirement] {
  /// Checks that a ledger meets all requirements.
  ///
  /// - Throws: `JobError` with the given code.
  func check(
    _ ledger: Ledger, of source: SourceFacts, in output: String, otherwise code: ErrorCode
  ) throws(JobError) {
    for requirement in self {
      guard let first = requirement.unmet(in: ledger, of: source).first else { continue }
      throw JobError(
        code, "\(output): --require \(requirement.text) is not met: \(first.text)", hint: "--plan lists every fact")
    }
  }
}
