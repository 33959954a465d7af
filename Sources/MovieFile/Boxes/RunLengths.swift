/// A column of numbers in which neighbours are often equal, stored as runs.
struct RunLengths<Value: FixedWidthInteger & Sendable>: Sendable {
  private(set) var counts = PackedNumbers<UInt32>()
  private(set) var values = PackedNumbers<Value>()

  var runCount: Int { counts.count }
  var isEmpty: Bool { counts.isEmpty }

  /// Adds `value` `count` times. The sum of all counts must fit 32 bits: a track has no more samples.
  mutating func append(_ value: Value, count: UInt32) {
    guard count > 0 else { return }
    if values.last == value, let last = counts.last {
      counts.replaceLast(with: last + count)
    } else {
      counts.append(count)
      values.append(value)
    }
  }
}

/// The numbers one by one.
extension RunLengths: Sequence {
  struct Iterator: IteratorProtocol {
    private let runs: RunLengths
    private var run = 0
    private var taken: UInt32 = 0

    init(_ runs: RunLengths) { self.runs = runs }

    mutating func next() -> Value? {
      guard run < runs.runCount else { return nil }
      defer {
        taken += 1
        if taken == runs.counts[run] { (run, taken) = (run + 1, 0) }
      }
      return runs.values[run]
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
