import Synchronization

/// The samples of a track at any index. The tables are unpacked in blocks, when samples are requested.
///
/// Any thread may use it. For the whole track it keeps only a position in the tables for each block, and the
/// presentation order where that differs from the decode order.
package final class SampleIndex: Sendable {
  package let track: Track
  /// The number of samples that the tables state. If the track is consistent, all of them exist.
  package var count: Int { track.sampleCount }

  /// The index of the last sample that the tables describe; -1 if they describe none. In a consistent track this is the
  /// last sample.
  package var lastIndex: Int {
    state.withLock { state in
      if let known = state.lastIndex { return known }
      let found = Self.lastIndex(below: count) { Self.sample($0, &state) != nil } ?? -1
      state.lastIndex = found
      return found
    }
  }

  private struct State {
    /// The positions in the tables at the beginning of each block, as far as the tables were read.
    var beginnings: [SampleSequence.Iterator]
    var block: (number: Int, samples: [TrackSample])?
    var order: PresentationOrder?
    var lastIndex: Int?
    var hasAgreeingTables: Bool?
  }

  private let state: Mutex<State>

  /// The number of samples that are unpacked together.
  private static let blockSize = 4096

  /// - Parameter track: a track without inconsistencies.
  package init(_ track: Track) {
    self.track = track
    state = Mutex(State(beginnings: [track.samples.makeIterator()]))
  }

  /// The sample at an index in decode order; `nil` beyond the tables.
  package subscript(index: Int) -> TrackSample? { state.withLock { Self.sample(index, &$0) } }

  private static func sample(_ index: Int, _ state: inout State) -> TrackSample? {
    guard index >= 0 else { return nil }
    let number = index / blockSize
    if state.block?.number != number {
      guard let samples = beginning(of: number, &state) else { return nil }
      state.block = (number, Array(IteratorSequence(samples).prefix(blockSize)))
    }
    guard let samples = state.block?.samples, samples.indices.contains(index % blockSize) else { return nil }
    return samples[index % blockSize]
  }

  private static func beginning(of number: Int, _ state: inout State) -> SampleSequence.Iterator? {
    while state.beginnings.count <= number {
      guard var samples = state.beginnings.last else { return nil }
      for _ in 0..<blockSize where samples.next() == nil { return nil }
      state.beginnings.append(samples)
    }
    return state.beginnings[number]
  }

  /// Returns the samples from an index in decode order on; none beyond the tables.
  package func samples(from index: Int) -> SampleSequence.Iterator {
    let number = max(0, index) / Self.blockSize
    var (samples, skipped) = state.withLock { state in
      if let beginning = Self.beginning(of: number, &state) { return (beginning, max(0, index) % Self.blockSize) }
      return (state.beginnings[state.beginnings.count - 1], Self.blockSize)
    }
    for _ in 0..<skipped where samples.next() == nil { break }
    return samples
  }

  /// Returns the index of the last sample that is decoded at a time or before it, in ticks of the media; `nil` where
  /// there is none.
  package func index(decodedAt time: Int64) -> Int? {
    state.withLock { state in
      if hasAgreeingTables(&state) { return track.index(decodedAt: time) }
      return Self.lastIndex(below: count) { index in
        Self.sample(index, &state).map { $0.decodeTime <= time } ?? false
      }
    }
  }

  /// Returns whether each sample has a time and a chunk. The runs of the tables are then sufficient, so the samples
  /// need not be unpacked. Linear PCM has very many.
  private func hasAgreeingTables(_ state: inout State) -> Bool {
    if let known = state.hasAgreeingTables { return known }
    let tabled = track.tables.sizes.count
    let agree = track.tableInconsistency == nil && (tabled == 0 || track.chunk(of: tabled - 1) != nil)
    state.hasAgreeingTables = agree
    return agree
  }

  /// Returns the last index that satisfies a predicate; `nil` if there is none. All indices before it must satisfy the
  /// predicate too.
  private static func lastIndex(below count: Int, where holds: (Int) -> Bool) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The order in which samples are shown; `nil` if it is the decode order.
  package var presentationOrder: PresentationOrder? {
    guard track.hasCompositionOffsets else { return nil }
    return state.withLock { state in
      if let order = state.order { return order }
      let order = PresentationOrder(of: track)
      state.order = order
      return order
    }
  }

  /// The index of the sample that is shown first.
  package var firstShown: Int { presentationOrder?.indices.first.map(Int.init) ?? 0 }

  /// Returns the index of the last sample that is shown at a time or before it, in ticks of the media; `nil` where
  /// there is none.
  package func index(shownAt time: Int64) -> Int? {
    guard let order = presentationOrder else { return index(decodedAt: time) }
    return Self.lastIndex(below: order.indices.count) { order.times[$0] <= time }.map { Int(order.indices[$0]) }
  }
}
