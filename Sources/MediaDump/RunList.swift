import MovieFile

/// A list of the runs of equal numbers in a column: `1001 × 3, 2002 × 1`. If there are many runs, it gives only the
/// range and the count: `5 to 425 in 60 runs`.
struct RunList: CustomStringConvertible {
  /// The largest number of runs that are listed. With more, the lines of the samples are easier to read.
  private static let mostListed = 8

  private var listed: [SampleRun] = []
  private var count = 0
  private var last: Int64?
  private var least = Int64.max
  private var greatest = Int64.min

  /// A Boolean value that says whether there are no samples, or all values are 0.
  var isZero: Bool { count == 0 || least == 0 && greatest == 0 }

  mutating func append(_ run: SampleRun) {
    guard run.count > 0 else { return }
    (least, greatest) = (min(least, run.value), max(greatest, run.value))
    if last != run.value {
      last = run.value
      count += 1
      if count <= Self.mostListed { listed.append(run) }
    } else if count <= Self.mostListed {
      listed[count - 1].count += run.count
    }
  }

  var description: String {
    if count > Self.mostListed { return "\(least) to \(greatest) in \(count) runs" }
    return listed.map { "\($0.value) × \($0.count)" }.joined(separator: ", ")
  }
}

/// A list of ranges of indices: `0, 12–14, 40`. Ranges that touch are joined, and only the first ranges are kept.
struct RangeList: CustomStringConvertible {
  private static let mostKept = 64

  private var kept: [Range<Int>] = []
  private var last: Range<Int>?
  private var dropped = 0

  mutating func append(_ range: Range<Int>) {
    if let open = last, range.lowerBound == open.upperBound {
      last = open.lowerBound..<range.upperBound
    } else {
      close()
      last = range
    }
  }

  private mutating func close() {
    guard let last else { return }
    if kept.count < Self.mostKept { kept.append(last) } else { dropped += 1 }
  }

  /// Returns whether the ranges are the one range `0..<count`.
  func isAll(of count: Int) -> Bool { kept.isEmpty && last == 0..<count }

  var description: String {
    var whole = self
    whole.close()
    let texts = whole.kept.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound - 1)" }
    let rest = whole.dropped > 0 ? ", and \(whole.dropped) more ranges" : ""
    return texts.isEmpty ? "none" : texts.joined(separator: ", ") + rest
  }
}
