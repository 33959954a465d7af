/// A matching of the tracks of two files, by their identifiers.
///
/// A track that holds chapters takes no part: its content is compared as chapters.
struct TrackMatching {
  private(set) var pairs: [(before: Int32, after: Int32)] = []

  /// Creates a matching from known pairs.
  init(_ pairs: [(before: Int32, after: Int32)]) { self.pairs = pairs }

  /// Creates a matching of tracks of one kind, by language and codec where these agree, and else by their order.
  ///
  /// - Parameter absent: the tracks of the first file that are not in the second.
  init(_ before: SourceFacts, _ after: SourceFacts, without absent: Set<Int32> = []) {
    var candidates: [(likeness: Int, before: Int, after: Int)] = []
    let lefts = before.presentedTracks.filter { !absent.contains($0.id) }
    let rights = after.presentedTracks
    for (left, track) in lefts.enumerated() {
      for (right, other) in rights.enumerated() {
        if let likeness = track.likeness(to: other) { candidates.append((likeness, left, right)) }
      }
    }
    candidates.sort { ($1.likeness, $0.before, $0.after) < ($0.likeness, $1.before, $1.after) }
    var taken: (before: Set<Int>, after: Set<Int>) = ([], [])
    for candidate in candidates
    where !taken.before.contains(candidate.before) && !taken.after.contains(candidate.after) {
      taken.before.insert(candidate.before)
      taken.after.insert(candidate.after)
      pairs.append((lefts[candidate.before].id, rights[candidate.after].id))
    }
  }

  /// The first file's identifier for each of the second file's tracks.
  var names: [Int32: Int32] { Dictionary(pairs.map { ($0.after, $0.before) }) { first, _ in first } }
}

extension SourceFacts {
  /// The tracks that are not lists of chapters.
  var presentedTracks: [TrackFacts] {
    let chapters = chapterTracks
    return tracks.filter { !chapters.contains($0.id) }
  }

  /// The identifiers of the tracks whose samples are chapters.
  var chapterTracks: Set<Int32> {
    Set(tracks.flatMap(\.associations).filter { $0.kind == Self.chapterList }.flatMap(\.tracks))
  }

  /// Returns whether all chapters are samples of these chapter tracks. A movie's own list may have others.
  func hasAllChapters(in lists: Set<Int32>) -> Bool {
    let counts = tracks.filter { lists.contains($0.id) && $0.kind != .video }.compactMap(\.sampleCount)
    return counts.max().map { $0 >= chapters.count } ?? !lists.isEmpty
  }

  static let chapterList = "chap"
}

extension TrackFacts {
  /// Returns how likely two tracks are the same, or nil for different kinds. Subtitles and text count as one kind.
  fileprivate func likeness(to other: TrackFacts) -> Int? {
    guard kind == other.kind || kind.isWritten && other.kind.isWritten else { return nil }
    return (standardLanguage == other.standardLanguage ? 4 : 0) + (codec == other.codec ? 2 : 0)
      + (audio?.channels == other.audio?.channels ? 1 : 0)
  }
}

extension TrackKind {
  /// A Boolean value that says whether the kind is text that is shown with the picture.
  fileprivate var isWritten: Bool { [.subtitle, .text].contains(self) }
}
