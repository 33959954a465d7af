/// A set of byte offsets of a resource, as ordered ranges that neither touch nor overlap. A pure value.
struct ByteRanges: Equatable, Sendable {
  private(set) var stretches: [Range<Int64>] = []

  /// The number of bytes in the set.
  var byteCount: Int64 { stretches.reduce(0) { $0 + Int64($1.count) } }

  /// Returns the range that contains an offset. It is `nil` if the set does not contain the offset.
  func stretch(at place: Int64) -> Range<Int64>? {
    let index = firstIndex(endingBehind: place)
    return index < stretches.count && stretches[index].lowerBound <= place ? stretches[index] : nil
  }

  /// Returns the first offset, from an offset on, that is not in the set.
  func firstMissing(from place: Int64) -> Int64 { stretch(at: place)?.upperBound ?? place }

  /// Returns the first offset in the set after an offset that is not in it. It is `nil` if there is none.
  func nextStart(behind place: Int64) -> Int64? {
    let index = firstIndex(endingBehind: place)
    return index < stretches.count ? stretches[index].lowerBound : nil
  }

  func contains(_ range: Range<Int64>) -> Bool {
    range.isEmpty || firstMissing(from: range.lowerBound) >= range.upperBound
  }

  mutating func insert(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    // Ranges that the new one touches are merged with it.
    let first = firstIndex(endingBehind: range.lowerBound - 1)
    var end = first
    var whole = range
    while end < stretches.count, stretches[end].lowerBound <= range.upperBound {
      whole = min(whole.lowerBound, stretches[end].lowerBound)..<max(whole.upperBound, stretches[end].upperBound)
      end += 1
    }
    stretches.replaceSubrange(first..<end, with: [whole])
  }

  mutating func remove(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    stretches = stretches.flatMap { stretch in
      [
        stretch.clamped(to: .min..<range.lowerBound), stretch.clamped(to: range.upperBound..<(.max)),
      ].filter { !$0.isEmpty }
    }
  }

  private func firstIndex(endingBehind place: Int64) -> Int {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = low + (high - low) / 2
      if stretches[middle].upperBound > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
