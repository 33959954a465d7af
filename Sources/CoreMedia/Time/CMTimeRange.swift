/// The times from `start` up to, but without, `end`.
///
/// No operation on ranges traps, whatever the fields hold.
public struct CMTimeRange: BitwiseCopyable, Hashable, Sendable {
  /// The first time of the range.
  public var start: CMTime

  /// The duration of the range; of epoch 0 and not negative in a valid range.
  public var duration: CMTime

  /// Creates the invalid range.
  public init() {
    start = .invalid
    duration = .invalid
  }

  /// Creates the range that starts at a time and has a duration; invalid where the duration has an epoch.
  public init(start: CMTime, duration: CMTime) {
    self.init()
    if duration.epoch == 0 { (self.start, self.duration) = (start, duration) }
  }

  /// Creates the range from one time up to another. It is not valid where the end is before the start, or no
  /// difference of the two exists.
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }
}

extension CMTimeRange {
  /// The empty range at zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)

  /// A range that does not exist.
  public static let invalid = CMTimeRange()
}

extension CMTimeRange {
  /// The end of the range, which is the first time after it.
  public var end: CMTime { isValid ? start + duration : .invalid }

  /// A Boolean value that says whether this is a range: its start and duration are valid, and the duration has no epoch
  /// and is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0 }

  /// A Boolean value that says whether this is a range whose start or duration is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// A Boolean value that says whether this is a range that contains no time.
  public var isEmpty: Bool { isValid && duration == .zero }
}

extension CMTimeRange {
  /// Returns whether a time lies in the range, which does not contain its end. Only numeric times of the start's epoch
  /// can.
  public func containsTime(_ time: CMTime) -> Bool {
    isDefinite && time.kind == .numeric && time.epoch == start.epoch && start <= time && time < end
  }

  /// Returns whether all of another range lies in this one. An empty range does if its start lies in this one or is
  /// this one's end.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    isDefinite && range.isDefinite && start.epoch == range.start.epoch && start <= range.start && range.end <= end
  }

  /// Returns the smallest range that holds both; invalid where either is invalid or indefinite, or their epochs differ.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// Returns the largest range that both hold; `zero` where no time is in both, and invalid where either is invalid or
  /// indefinite, or their epochs differ.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    let (start, end) = (max(start, otherRange.start), min(end, otherRange.end))
    return start < end ? CMTimeRange(start: start, end: end) : .zero
  }

  /// A Boolean value that says whether start and end of this range are known, and in order: the end of a range at the
  /// limits of 64 bits may be rounded to before its start.
  var isDefinite: Bool { isValid && !isIndefinite && end.isValid && start <= end }
}
