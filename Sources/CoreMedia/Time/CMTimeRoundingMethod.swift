/// A rule for rounding a time between two units of a coarser timescale to one of them.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearer unit; from the middle, away from zero.
  case roundHalfAwayFromZero = 1

  /// To the unit nearer to zero.
  case roundTowardZero = 2

  /// To the unit farther from zero.
  case roundAwayFromZero = 3

  /// The rule of QuickTime: toward zero when the new timescale is the smaller one, else away from zero, and never from
  /// a negative time to zero.
  case quickTime = 4

  /// To the later unit.
  case roundTowardPositiveInfinity = 5

  /// To the earlier unit.
  case roundTowardNegativeInfinity = 6

  /// The method of every operation that takes none: `roundHalfAwayFromZero`.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
