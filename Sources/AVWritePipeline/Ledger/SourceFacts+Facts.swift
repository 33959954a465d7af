extension SourceFacts {
  /// Every fact, in the file's order.
  var facts: [Fact] {
    fileFacts() + chapters.indices.flatMap { chapterFacts($0) } + attachments.indices.flatMap { attachmentFacts($0) }
      + metadataFacts
      + presentedTracks.flatMap { trackFacts($0) + $0.metadataFacts() }
  }

  /// Returns the facts about the file as a whole, except metadata and chapters.
  ///
  /// - Parameter includesEstimates: a Boolean value that says whether a duration that is not the file's own statement is
  ///   a fact too, of a larger tolerance.
  func fileFacts(includesEstimates: Bool = false) -> [Fact] {
    var facts: [Fact] = []
    if let duration, hasExactDurations || includesEstimates {
      let tolerance = hasExactDurations ? Fact.timeTolerance : Fact.tolerance(ofEstimate: duration.seconds)
      facts.append(Fact("file.duration", time: duration, tolerance: tolerance).observed)
    }
    if let creationDate { facts.append(Fact("file.creationDate", creationDate)) }
    if let preferredRate { facts.append(Fact("file.preferredRate", "\(preferredRate)")) }
    if let preferredVolume { facts.append(Fact("file.preferredVolume", "\(preferredVolume)")) }
    return facts
  }

  /// Returns the facts about one chapter.
  ///
  /// - Parameter name: the number, from 1, to use instead of the chapter's own.
  func chapterFacts(_ index: Int, naming name: Int? = nil) -> [Fact] {
    chapters[index].facts("chapter.\(name ?? index + 1)")
  }

  /// Returns the facts about one attached file.
  ///
  /// - Parameter name: the number, from 1, to use instead of the file's own.
  func attachmentFacts(_ index: Int, naming name: Int? = nil) -> [Fact] {
    attachments[index].facts("attachment.\(name ?? index + 1)")
  }

  var metadataFacts: [Fact] { metadata.facts("metadata") }

  /// Returns the facts about one track, except metadata.
  ///
  /// - Parameter names: the identifiers to use instead of the tracks' own.
  func trackFacts(_ track: TrackFacts, naming names: [Int32: Int32] = [:]) -> [Fact] {
    func list(_ tracks: [Int32]) -> String {
      tracks.map { names[$0] ?? $0 }.sorted().map(String.init).joined(separator: " ")
    }
    var renamed = track
    renamed.id = names[track.id] ?? track.id
    if !hasExactDurations { renamed.duration = nil }
    var facts = renamed.facts(origin: tracks.earliestStart)
    let others = alternatives.first { $0.contains(track.id) }?.filter { $0 != track.id } ?? []
    if !others.isEmpty { facts.append(Fact(renamed.factName + ".alternatives", list(others))) }
    for association in track.associations where association.kind != Self.chapterList {
      facts.append(Fact("\(renamed.factName).association.\(association.kind)", list(association.tracks)))
    }
    return facts
  }
}

extension TrackFacts {
  /// The beginning of the names of the track's facts.
  var factName: String { "track.\(id)" }

  /// - Parameter name: the identifier to use instead of the track's own.
  func metadataFacts(of name: Int32? = nil) -> [Fact] { metadata.facts("track.\(name ?? id).metadata") }
}

extension ChapterFact {
  fileprivate func facts(_ prefix: String) -> [Fact] {
    [Fact(prefix + ".start", time: start)] + (title.map { [Fact(prefix + ".title", $0)] } ?? [])
  }
}

extension AttachmentFact {
  fileprivate func facts(_ prefix: String) -> [Fact] {
    let contents = "\(byteCount) bytes" + (digest.map { ", digest " + $0 } ?? "")
    var facts = [
      Fact(prefix, name), Fact(prefix + ".mediaType", mediaType), Fact(prefix + ".contents", contents),
    ]
    if let note { facts.append(Fact(prefix + ".description", note)) }
    return facts
  }
}

extension [MetadataFact] {
  /// Returns the items as facts. Several items of one name are numbered from the second on. Items that describe the
  /// file and not its media are left out.
  fileprivate func facts(_ prefix: String) -> [Fact] {
    var counts: [String: Int] = [:]
    return filter { !$0.isOfTheFile }.map { item in
      let name = prefix + "." + item.identifier + (item.languageTag.map { "[\($0)]" } ?? "")
      let count = counts[name, default: 0] + 1
      counts[name] = count
      var fact = Fact(count == 1 ? name : name + "#\(count)", item.value)
      fact.meaning = item.meaning
      return fact
    }
  }
}
