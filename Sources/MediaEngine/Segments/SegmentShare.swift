/// A share of a stream's segments: as many machines as encode the stream have one each.
package struct SegmentShare: Sendable, Equatable {
  /// The number of the share, from 0.
  package var index: Int
  /// The number of shares.
  package var count: Int

  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Returns the places that the share has of a plan's, which are neighbours: only the cut behind the last one is sought
  /// by another share too.
  func places(of total: Int) -> Range<Int> { total * index / count..<total * (index + 1) / count }
}
