/// A window of samples that several takers take, each at its own pace: the fastest may be `length` samples ahead of
/// the slowest. A pure value, without a lock.
struct SampleWindow<Sample> {
  /// The next step of a taker.
  enum Step {
    case take(Sample)
    /// The taker reads the next sample. The others wait, or take samples that are there, until `didRead(_:)`.
    case read
    /// The taker waits until the window changes.
    case wait
    /// There are no more samples for the taker.
    case end
  }

  /// The largest number of samples that the fastest taker may be ahead of the slowest.
  let length: Int
  /// The samples that some taker has not taken yet.
  private var samples: [Sample] = []
  /// The number of samples that were read before those in `samples`.
  private var passed = 0
  /// The number of samples that each taker has taken, or nil for a taker that is closed.
  private var taken: [Int?] = []
  private var isReading = false
  private var isAtEnd = false

  /// A Boolean value that says whether no sample can be read until the slowest taker takes one.
  var isFull: Bool { samples.count == length }

  init(length: Int) { self.length = length }

  /// Adds a taker, before the first sample is read.
  ///
  /// - Returns: The index of the taker.
  mutating func addTaker() -> Int {
    taken.append(0)
    return taken.count - 1
  }

  mutating func next(for taker: Int) -> Step {
    guard let count = taken[taker] else { return .end }
    if count < passed + samples.count {
      let sample = samples[count - passed]
      taken[taker] = count + 1
      forgetTaken()
      return .take(sample)
    }
    if isAtEnd { return .end }
    if isReading || isFull { return .wait }
    isReading = true
    return .read
  }

  /// Adds the sample that a taker has read; nil at the end.
  mutating func didRead(_ sample: Sample?) {
    isReading = false
    if let sample { samples.append(sample) } else { isAtEnd = true }
  }

  /// Removes a taker: it takes no more samples, and does not delay others.
  mutating func close(_ taker: Int) {
    taken[taker] = nil
    forgetTaken()
  }

  /// Allows reading after the end.
  mutating func reopen() { isAtEnd = false }

  private mutating func forgetTaken() {
    var slowest = passed + samples.count
    for case let count? in taken { slowest = min(slowest, count) }
    if slowest == passed { return }
    samples.removeFirst(slowest - passed)
    passed = slowest
  }
}
