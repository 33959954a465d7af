/// Decides which newly encoded segments replace the former ones.
extension PassPlanner {
  /// Returns those of some segments that can replace the former ones: all pictures that refer to one of them are in
  /// another of them.
  package func whole(_ indices: some Collection<Int>) -> Set<Int> {
    var whole = Set(indices)
    for index in segments.indices.reversed() where isReferredTo(index) && !whole.contains(index + 1) {
      whole.remove(index)
    }
    return whole
  }

  /// Notes a pass. Those of its segments that bring the stream nearest to the targets replace the former ones; if all
  /// of them change too much, some are not used.
  ///
  /// - Returns: The segments that replace former ones.
  package mutating func take(_ trials: [Int: PassSegment.Trial]) -> Set<Int> {
    let (before, shortfallBefore) = (self, shortfall)
    var taken = Set(trials.keys)
    for (index, trial) in trials { segments[index].add(trial, isAlone: trials[index - 1] == nil) }
    var best = shortfall
    for _ in 0..<Self.mostExchanges where best > 0 {
      var exchange: Int?
      for index in trials.keys.sorted() where before.canExchange(index, of: taken) && segments[index].isNearFormer {
        segments[index].exchange()
        if shortfall < best { (best, exchange) = (shortfall, index) }
        segments[index].exchange()
      }
      guard let exchange else { break }
      segments[exchange].exchange()
      taken.formSymmetricDifference([exchange])
    }
    guard best > shortfallBefore else { return taken }
    for index in taken { segments[index].exchange() }
    return []
  }

  /// The greatest number of exchanges. Each one is the best of all; after so many, another pass helps more.
  private static let mostExchanges = 16

  /// Returns whether a segment can be added to or removed from a pass's segments that replace the former ones, so that
  /// they stay `whole`.
  private func canExchange(_ index: Int, of taken: Set<Int>) -> Bool {
    taken.contains(index)
      ? index == 0 || !isReferredTo(index - 1) || !taken.contains(index - 1)
      : !isReferredTo(index) || taken.contains(index + 1)
  }
}
