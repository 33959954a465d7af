/// A matching of the chapters of two files, of which one may be a part of the other: a pure value.
struct ChapterMatching {
  /// The difference of a chapter's numbers: that in the first file less that in the second.
  private(set) var offset = 0

  /// Creates a matching from a known offset: the index in the first file of the second's first chapter.
  init(offset: Int) { self.offset = offset }

  /// Creates the matching of a source's chapters with those of an output that is made of a part of it.
  init(_ part: SourcePart, of source: SourceFacts) {
    self.init(offset: source.chapters.firstIndex { part.start(of: $0) != nil } ?? 0)
  }

  /// The longest list whose chapters are compared. Longer lists are matched by their numbers: nobody reads them.
  private static let longest = 1000

  /// Creates a matching in which most titles agree, with the same time between chapters; else one by the numbers.
  init(_ before: [ChapterFact], _ after: [ChapterFact]) {
    guard before.count != after.count, max(before.count, after.count) <= Self.longest else { return }
    var likeness: [Int: Int] = [:]
    for (left, chapter) in before.enumerated() {
      for (right, other) in after.enumerated() { likeness[left - right, default: 0] += chapter.likeness(to: other) }
    }
    let best = likeness.max { ($0.value, -abs($0.key)) < ($1.value, -abs($1.key)) }
    if let best, best.value > 0 { offset = best.key }
  }
}

extension ChapterFact {
  /// Returns a measure of how likely two chapters are the same.
  fileprivate func likeness(to other: ChapterFact) -> Int {
    guard title == other.title else { return 0 }
    guard let duration, let length = other.duration else { return 2 }
    return abs(duration.seconds - length.seconds) <= Fact.timeTolerance ? 3 : 2
  }
}
