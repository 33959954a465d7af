/// The times from `start` up to, but without, `end`.
///
/// No operation on ranges traps, whatever the fields hold.
public struct CMTimeRange: BitwiseCopyable, Hashable, Sendable {
  /// The first time of the range.
  public var start: CMTime

  /// How long the range is; of epoch 0 and not negative in a valid range.
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

  /// The range that is none.
  public static let invalid = CMTimeRange()
}

extension CMTimeRange {
  /// The first time after the range.
  public var end: CMTime { isValid ? start + duration : .invalid }

  /// Whether this is a range: its start and duration are valid, and the duration has no epoch and is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0 }

  /// Whether this is a range whose start or duration is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Whether this is a range that contains no time.
  public var isEmpty: Bool { isValid && duration == .zero }
}

extension CMTimeRange {
  /// Whether a time lies in the range, whose end does not. Only numeric times of the start's epoch can.
  public func containsTime(_ time: CMTime) -> Bool {
    isDefinite && time.kind == .numeric && time.epoch == start.epoch && start <= time && time < end
  }

  /// Whether all of another range lies in this one. An empty range does where its start does, or is this one's end.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    isDefinite && range.isDefinite && start.epoch == range.start.epoch && start <= range.start && range.end <= end
  }

  /// The smallest range that holds both; invalid where either is invalid or indefinite, or their epochs differ.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// The largest range that both hold; `zero` where no time is in both, and invalid where either is invalid or
  /// indefinite, or their epochs differ.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, start.epoch == otherRange.start.epoch else { return .invalid }
    let (start, end) = (max(start, otherRange.start), min(end, otherRange.end))
    return start < end ? CMTimeRange(start: start, end: end) : .zero
  }

  /// Whether start and end of this range are known, and in order: the end of a range at the limits of 64 bits may be
  /// rounded to before its start.
  var isDefinite: Bool { isValid && !isIndefinite && end.isValid && start <= end }
}
