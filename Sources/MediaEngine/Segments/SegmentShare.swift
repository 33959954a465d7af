/// A share of a stream's segments, for encoding on several machines: each machine has one share.
package struct SegmentShare: Sendable, Equatable {
  /// The number of the share, from 0.
  package var index: Int
  /// The number of shares.
  package var count: Int
  /// The number of the pass, from 1, to which the share belongs. Earlier passes must be complete: if any of their
  /// segments is missing, nothing is encoded.
  package var pass: Int

  package init(index: Int, count: Int, pass: Int = 1) {
    (self.index, self.count, self.pass) = (index, count, pass)
  }

  /// Returns the share's places among those of a plan. They are adjacent, so that only the cut behind the last one is
  /// also sought by another share.
  func places(of total: Int) -> Range<Int> { total * index / count..<total * (index + 1) / count }
}
