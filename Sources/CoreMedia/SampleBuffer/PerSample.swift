/// A property of each sample of a buffer: unknown, the same for all, or one value for each sample.
///
/// The value of a single sample is stored without an allocation.
enum PerSample<Value> {
  case unknown
  case uniform(Value)
  case each([Value])

  /// Creates the property from entries as the C functions take them: none, one for all, or one for each sample.
  init?(count: Int, entries: UnsafePointer<Value>?, of sampleCount: Int) {
    switch count {
    case 0: self = .unknown
    case 1:
      guard let entries else { return nil }
      self = .uniform(entries.pointee)
    default:
      guard count == sampleCount, let entries else { return nil }
      self = .each(Array(UnsafeBufferPointer(start: entries, count: count)))
    }
  }

  init(_ values: [Value]) {
    switch values.count {
    case 0: self = .unknown
    case 1: self = .uniform(values[0])
    default: self = .each(values)
    }
  }

  /// The entries as they were given.
  var entries: [Value] {
    switch self {
    case .unknown: []
    case .uniform(let value): [value]
    case .each(let values): values
    }
  }

  /// The value of one sample; the index must be within the buffer.
  subscript(index: Int) -> Value? {
    switch self {
    case .unknown: nil
    case .uniform(let value): value
    case .each(let values): values.indices.contains(index) ? values[index] : nil
    }
  }

  /// Returns the property with each of its entries changed.
  func map(_ change: (Value) -> Value) -> PerSample {
    switch self {
    case .unknown: .unknown
    case .uniform(let value): .uniform(change(value))
    case .each(let values): .each(values.map(change))
    }
  }

  func subset(_ range: Range<Int>) -> PerSample {
    if case .each(let values) = self { PerSample(Array(values[range])) } else { self }
  }
}

extension PerSample: Sendable where Value: Sendable {}
