/// Makes the decode times of separately encoded parts equal to those that a single encoder would have made: a pure
/// value.
///
/// A single encoder sets each picture's decode time to the presentation time of the picture that is `delay` positions
/// earlier in presentation order.
struct StitchedDecodeTimes {
  private let delay: Int
  /// The presentation times that become the next pictures' decode times.
  private var line: [Int64]?
  private var last: Int64?

  /// - Parameter delay: the number of pictures by which decoding is ahead of presentation.
  init(delay: Int) { self.delay = delay }

  /// Returns the decode times of the next part's pictures, in their order.
  ///
  /// - Parameters:
  ///   - presented: their presentation times, in any order; later than those of the parts before.
  ///   - decoded: the decode times that the part's own encoder made. Those of the first part are right.
  mutating func times(presented: [Int64], decoded: [Int64]) -> [Int64] {
    let ahead = (line ?? []) + presented.sorted()
    let times = line == nil ? decoded : Array(ahead.prefix(presented.count))
    last = times.last ?? last
    let rest = ahead.suffix(delay)
    // There may be fewer pictures than the delay.
    line = Array(repeating: last ?? 0, count: delay - rest.count) + rest
    return times
  }
}
