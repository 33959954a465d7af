/// Which chapters of two files are the same: those of a part of a file are a run of its own. Pure.
struct ChapterMatching {
  /// By how much the first file's number of a chapter is greater than the second's.
  private(set) var offset = 0

  /// Where it is known which chapter of the first file is the second's first.
  init(offset: Int) { self.offset = offset }

  /// Which of a source's chapters become those of what is made of a part of it.
  init(_ part: SourcePart, of source: SourceFacts) {
    self.init(offset: source.chapters.firstIndex { part.start(of: $0) != nil } ?? 0)
  }

  /// Longer lists go by their numbers: nobody reads them.
  private static let longest = 1000

  /// Chapters belong together where most titles agree, and where the same time lies between them; else by their numbers.
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
  /// How much speaks for two chapters being the same.
  fileprivate func likeness(to other: ChapterFact) -> Int {
    guard title == other.title else { return 0 }
    guard let duration, let length = other.duration else { return 2 }
    return abs(duration.seconds - length.seconds) <= Fact.timeTolerance ? 3 : 2
  }
}
