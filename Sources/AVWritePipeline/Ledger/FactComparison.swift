/// A comparison of the facts of two files: a pure value.
struct FactComparison {
  private let before: SourceFacts
  private let after: SourceFacts
  private let matching: TrackMatching
  private(set) var ledger = Ledger()
  /// The names of the facts that are taken as kept because the second file does not say the contrary.
  private(set) var unstated: Set<String> = []
  /// The items of metadata without a partner of their own name. The scope is the item's track, or nil for the file.
  private var missing: [(scope: Int32?, fact: Fact)] = []
  private var extra: [(scope: Int32?, fact: Fact)] = []

  /// - Parameters:
  ///   - matching: the matching of the tracks; nil to match them by their likeness.
  ///   - chapters: the matching of the chapters; nil to match them by their likeness.
  ///   - includesEstimates: a Boolean value that says whether durations are compared that files do not state.
  init(
    _ before: SourceFacts, _ after: SourceFacts, matching: TrackMatching? = nil, chapters: ChapterMatching? = nil,
    includesEstimates: Bool = false
  ) {
    self.before = before
    self.after = after
    self.matching = matching ?? TrackMatching(before, after)
    let fileFacts = before.fileFacts(includesEstimates: includesEstimates)
    compare(fileFacts, after.fileFacts(includesEstimates: includesEstimates))
    compareChapters(chapters ?? ChapterMatching(before.chapters, after.chapters))
    compareAttachments()
    compareTracks()
    compareMetadata()
    ledger.sort(by: (fileFacts + before.facts).map(\.name))
  }

  private mutating func compareChapters(_ matching: ChapterMatching) {
    let offset = matching.offset
    for index in before.chapters.indices {
      let partner = index - offset
      let found = after.chapters.indices.contains(partner) ? partner : nil
      compare(before.chapterFacts(index), found.map { after.chapterFacts($0, naming: index + 1) })
    }
    for index in after.chapters.indices where !before.chapters.indices.contains(index + offset) {
      compare([], after.chapterFacts(index))
    }
  }

  private mutating func compareAttachments() {
    let partners = AttachmentMatching(before.attachments, after.attachments).partners
    for index in before.attachments.indices {
      compare(before.attachmentFacts(index), partners[index].map { after.attachmentFacts($0, naming: index + 1) })
    }
    let matched = Set(partners.values)
    for index in after.attachments.indices where !matched.contains(index) { compare([], after.attachmentFacts(index)) }
  }

  private mutating func compareTracks() {
    let names = matching.names
    let partners = Dictionary(matching.pairs.map { ($0.before, $0.after) }) { first, _ in first }
    for track in before.presentedTracks {
      let partner = partners[track.id].flatMap { id in after.tracks.first { $0.id == id } }
      compare(before.trackFacts(track), partner.map { after.trackFacts($0, naming: names) })
    }
    for track in after.presentedTracks where names[track.id] == nil { compare([], after.trackFacts(track)) }
  }

  /// - Parameter found: the other file's facts, or nil if it has nothing that could state them.
  private mutating func compare(_ left: [Fact], _ found: [Fact]?) {
    let right = found ?? []
    let others = Dictionary(right.map { ($0.name, $0) }) { first, _ in first }
    var names: Set<String> = []
    for fact in left {
      names.insert(fact.name)
      if let other = others[fact.name] {
        note(fact, as: other)
      } else if fact.isObserved, found != nil {
        ledger.kept.append(Ledger.Entry(fact.name, from: fact.value))
        unstated.insert(fact.name)
      } else {
        ledger.dropped.append(Ledger.Entry(fact.name, from: fact.value))
      }
    }
    for fact in right where !names.contains(fact.name) && !(fact.isObserved && !left.isEmpty) {
      ledger.added.append(Ledger.Entry(fact.name, to: fact.value))
    }
  }

  private mutating func note(_ fact: Fact, as other: Fact) {
    let alias = fact.name == other.name ? nil : other.name
    if fact.hasSameValue(as: other) {
      ledger.kept.append(Ledger.Entry(fact.name, from: fact.value, alias: alias))
    } else {
      ledger.converted.append(Ledger.Entry(fact.name, from: fact.value, to: other.value, alias: alias))
    }
  }
}

/// The comparison of metadata, which may go by another name in another key space.
extension FactComparison {
  private mutating func compareMetadata() {
    missing = before.scopedMetadata(nil)
    extra = after.scopedMetadata(matching.names)
    pair { $0.scope == $1.scope && $0.fact.name == $1.fact.name }
    pair { $0.scope == $1.scope && $0.fact.meansTheSame(as: $1.fact) && $0.fact.hasSameValue(as: $1.fact) }
    // Different facts often have the same number. An item whose meaning is that of a missing fact is left to that fact.
    let awaited = Set(missing.compactMap(\.fact.meaning))
    pair { item, other in
      item.scope == other.scope && item.fact.hasSameValue(as: other.fact)
        && (item.fact.meansTheSame(as: other.fact) || other.fact.meaning.map(awaited.contains) != true)
    }
    pair { $0.fact.meansTheSame(as: $1.fact) && $0.fact.hasSameValue(as: $1.fact) }
    pair { $0.scope == $1.scope && $0.fact.meansTheSame(as: $1.fact) }
    keepRepetitions()
    noteJoined()
    ledger.dropped += missing.map { Ledger.Entry($0.fact.name, from: $0.fact.value) }
    ledger.added += extra.map { Ledger.Entry($0.fact.name, to: $0.fact.value) }
  }

  /// Counts facts as kept that one file states twice and the other once: they are not lost.
  private mutating func keepRepetitions() {
    let known = Dictionary(before.metadataFacts.map { ($0.name, $0) }) { first, _ in first }
    let kept = ledger.kept.compactMap { known[$0.fact] }
    let repeated = missing.filter { item in
      item.scope == nil && kept.contains { $0.meansTheSame(as: item.fact) && $0.hasSameValue(as: item.fact) }
    }
    ledger.kept += repeated.map { Ledger.Entry($0.fact.name, from: $0.fact.value) }
    missing.removeAll { item in repeated.contains { $0.fact.name == item.fact.name } }
  }

  /// Counts a value as converted if the other file has it as one of several in a single text.
  private mutating func noteJoined() {
    var rest: [(scope: Int32?, fact: Fact)] = []
    for item in missing {
      let whole = ledger.converted.first { entry in
        item.fact.name.hasPrefix(entry.fact + "#") && entry.to?.contains(item.fact.value) == true
      }
      guard let whole else {
        rest.append(item)
        continue
      }
      ledger.converted.append(
        Ledger.Entry(item.fact.name, from: item.fact.value, to: whole.to, alias: whole.alias ?? whole.fact))
    }
    missing = rest
  }

  private mutating func pair(_ areSame: ((scope: Int32?, fact: Fact), (scope: Int32?, fact: Fact)) -> Bool) {
    var rest: [(scope: Int32?, fact: Fact)] = []
    for item in missing {
      if let index = extra.firstIndex(where: { areSame(item, $0) }) {
        note(item.fact, as: extra.remove(at: index).fact)
      } else {
        rest.append(item)
      }
    }
    missing = rest
  }
}

extension Fact {
  fileprivate func meansTheSame(as other: Fact) -> Bool { meaning != nil && meaning == other.meaning }
}

extension SourceFacts {
  /// Returns the items of metadata of the file and of its tracks.
  ///
  /// - Parameter names: the first file's names of the tracks of the second, or nil for the first file.
  fileprivate func scopedMetadata(_ names: [Int32: Int32]?) -> [(scope: Int32?, fact: Fact)] {
    metadataFacts.map { (nil, $0) }
      + presentedTracks.flatMap { track -> [(scope: Int32?, fact: Fact)] in
        let name = names.map { $0[track.id] } ?? track.id
        // No track of the first file has a negative number.
        return track.metadataFacts(of: name).map { (name ?? -track.id, $0) }
      }
  }
}

extension Ledger {
  /// Puts the entries into the order of the source's facts.
  fileprivate mutating func sort(by names: [String]) {
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    func sorted(_ entries: [Entry]) -> [Entry] {
      entries.enumerated()
        .sorted { (places[$0.element.fact] ?? .max, $0.offset) < (places[$1.element.fact] ?? .max, $1.offset) }
        .map(\.element)
    }
    (kept, converted, dropped) = (sorted(kept), sorted(converted), sorted(dropped))
  }
}
