/// Makes the decode times of parts that were encoded apart, as one encoder of them all gives them: a pure value.
///
/// Such an encoder decodes each picture when the picture is presented that comes `delay` before it in order.
struct StitchedDecodeTimes {
  private let delay: Int
  /// The presentation times that are the next pictures' decode times.
  private var line: [Int64]?
  private var last: Int64?

  /// - Parameter delay: the number of pictures by which decoding is ahead.
  init(delay: Int) { self.delay = delay }

  /// Returns the decode times of the next part's pictures, in their order.
  ///
  /// - Parameters:
  ///   - presented: their presentation times, in any order; later than those of the parts before.
  ///   - decoded: the decode times that the part's own encoder gave them: the first part's are right.
  mutating func times(presented: [Int64], decoded: [Int64]) -> [Int64] {
    let ahead = (line ?? []) + presented.sorted()
    let times = line == nil ? decoded : Array(ahead.prefix(presented.count))
    last = times.last ?? last
    let rest = ahead.suffix(delay)
    // There may be fewer pictures than are to be ahead.
    line = Array(repeating: last ?? 0, count: delay - rest.count) + rest
    return times
  }
}
