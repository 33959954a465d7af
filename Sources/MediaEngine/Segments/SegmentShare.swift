/// A share of a stream's segments: as many machines as encode the stream have one each.
package struct SegmentShare: Sendable, Equatable {
  /// The number of the share, from 0.
  package var index: Int
  /// The number of shares.
  package var count: Int
  /// The number of the pass, from 1, that the share is of. Those before were made: where a segment of theirs is missing,
  /// nothing is encoded.
  package var pass: Int

  package init(index: Int, count: Int, pass: Int = 1) {
    (self.index, self.count, self.pass) = (index, count, pass)
  }

  /// Returns the places that the share has of a plan's, which are neighbours: only the cut behind the last one is sought
  /// by another share too.
  func places(of total: Int) -> Range<Int> { total * index / count..<total * (index + 1) / count }
}
