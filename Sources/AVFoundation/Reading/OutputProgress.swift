/// The progress of reading an output, and whether it may still be asked to read other ranges (AR-24 to AR-28): a pure
/// value.
struct OutputProgress: Equatable {
  /// A Boolean value that says whether ranges can be read after the first.
  var supportsRandomAccess = false
  /// A Boolean value that says whether everything that was requested was read.
  private(set) var isAtEnd = false
  /// A Boolean value that says whether no other ranges can be requested any more.
  private(set) var isFinal = false

  /// A Boolean value that says whether nothing will be read any more: a reader is complete when all of its outputs are
  /// finished (AR-09).
  var isFinished: Bool { isAtEnd && (isFinal || !supportsRandomAccess) }

  /// Notes that the end of the ranges was found.
  ///
  /// - Returns: whether that finished the output.
  mutating func reachEnd() -> Bool {
    finishing { $0.isAtEnd = true }
  }

  /// Notes that no other ranges will be requested (AR-28).
  ///
  /// - Returns: whether that finished the output.
  mutating func markAsFinal() -> Bool {
    finishing { $0.isFinal = true }
  }

  /// Other ranges are read now.
  mutating func reset() { isAtEnd = false }

  private mutating func finishing(_ change: (inout Self) -> Void) -> Bool {
    let wasFinished = isFinished
    change(&self)
    return isFinished && !wasFinished
  }
}
