import Foundation
import TestSupport

/// What a run of `avwrite transcode --json` tells of its facts, beside what others see in both files.
struct Losses {
  private struct Inspection: Decodable {
    struct Track: Decodable {
      var id: Int
      var kind: String
      var codec: String
      var associations: [Association]
    }
    struct Association: Decodable {
      var kind: String
      var tracks: [Int]
    }
    struct File: Decodable { var tracks: [Track] }
    var files: [File]
  }

  /// Facts that are as they were.
  let kept: Int
  let total: Int
  /// What others see in the source and not in the output, and the ledger says nothing about.
  let unreported: [String]
  /// What the ledger says is not as it was, and does not say why.
  let unexplained: [String]

  /// - Throws: when a program fails.
  init(_ source: String, _ output: String, options: [String] = []) throws {
    let ledger = try LedgerDocument.transcoding(source, to: output, options)
    let changed = ledger.changed
    kept = ledger.kept.count
    total = kept + changed.count
    let inspection = try Tool.avwrite.run(["inspect", "--json", source])
    let tracks = try JSONDecoder().decode(Inspection.self, from: inspection.data).files.first?.tracks ?? []
    let (before, after) = (try Witness(source), try Witness(output))
    let gone = Set(ledger.dropped.map(\.fact))
    unexplained = changed.filter { $0.reason == nil }.map(\.fact)
    let places = Self.places(tracks)
    // The tracks of a kind that are there still are in the same order.
    var positions: [Witness.Track: Witness.Track] = [:]
    var counts: [String: Int] = [:]
    for track in places.keys.sorted(by: { $0.position < $1.position })
    where !gone.contains("track.\(places[track, default: 0])") {
      counts[track.kind, default: 0] += 1
      positions[track] = Witness.Track(kind: track.kind, position: counts[track.kind, default: 1])
    }
    let found = Set(after.facts)
    unreported =
      before.facts.filter { fact in
        var moved = fact
        moved.track = fact.track.flatMap { positions[$0] }
        if fact.track == nil || moved.track != nil, found.contains(moved) { return false }
        let name = fact.track.map { "track.\(places[$0, default: 0])" }
        if let name, gone.contains(name) { return false }
        // As a text of another name, where others do not look.
        if ledger.kept.contains(where: { $0.as != nil && $0.from == fact.value }) { return false }
        let wanted = [name, fact.name].compactMap { $0 }.joined(separator: ".")
        return !changed.contains { $0.fact.hasPrefix(wanted) || $0.fact.hasSuffix(".\(fact.name)") }
      }.map(\.description)
      + before.texts.subtracting(after.texts).filter { text in
        !changed.contains { $0.from.map { text.contains($0) || $0.contains(text) } ?? false }
          && !after.texts.contains { $0.contains(text) || text.contains($0) }
          // Of two fields that it has one name for, it tells the later.
          && !ledger.kept.contains { $0.from == text }
      }.map { "ffprobe: \($0)" }
  }

  /// The identifiers of tracks by what others call them; lists of chapters are none for them.
  private static func places(_ tracks: [Inspection.Track]) -> [Witness.Track: Int] {
    let chapters = Set(tracks.flatMap(\.associations).filter { $0.kind == "chap" }.flatMap(\.tracks))
    var counts: [String: Int] = [:]
    var places: [Witness.Track: Int] = [:]
    for track in tracks where !chapters.contains(track.id) {
      // Pictures of subtitles are none of the command's kinds.
      let kind = track.kind == "text" || track.codec == "mp4s" ? "subtitle" : track.kind
      counts[kind, default: 0] += 1
      places[Witness.Track(kind: kind, position: counts[kind, default: 1])] = track.id
    }
    return places
  }
}
