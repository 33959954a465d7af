/// A clock or a timebase, which has a time that goes on.
public protocol CMSyncProtocol: Sendable {
  /// The current time.
  var time: CMTime { get }
}

extension CMSyncProtocol {
  /// Returns the rate of this relative to another clock or timebase: the seconds of this in a second of the other.
  ///
  /// If both follow the same clock or timebase, only the rates between them count. Otherwise the clocks' drift
  /// counts, too, measured by the host's time. A timebase that moves has no rate relative to one that stands still: the
  /// result is not a number. A timebase that stands still has the rate 0 relative to everything (CT-09).
  public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
    SyncRelation(from: self, to: clockOrTimebase)?.rate ?? .nan
  }

  /// Returns the rate of this relative to another clock or timebase, and a pair of times at which the rate held.
  ///
  /// - Returns: the rate that `rate(relativeTo:)` returns, a time of this, and the other's time at the same moment.
  ///   Where both follow the same clock or timebase, it is the moment since when the rate holds; otherwise, it is now.
  /// - Throws: `CMSync.Error.invalidParameter` for an object that is not a clock or timebase of this module, and for a
  ///   clock that was invalidated.
  public func rateAndAnchorTime<T: CMSyncProtocol>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    guard let relation = SyncRelation(from: self, to: clockOrTimebase), let anchor = relation.anchor else {
      throw CMSync.Error.invalidParameter
    }
    return (relation.rate, anchor.time, anchor.reference)
  }

  /// Converts a time of this to the other clock or timebase's time at the same moment.
  ///
  /// - Returns: the invalid time where the conversion is impossible: this timebase, or one that it follows and the
  ///   other does not, stands still, or a clock was invalidated. A time that is not numeric is returned as it is.
  public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
    if !time.isNumeric { return time }
    return SyncRelation(from: self, to: clockOrTimebase)?.convert(time) ?? .invalid
  }

  /// Returns whether this may by itself run faster or slower than another clock or timebase: whether the clocks that
  /// they follow in the end may.
  public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
    guard let clock = SyncChain(from: self)?.clock, let other = SyncChain(from: clockOrTimebase)?.clock else {
      return true
    }
    return clock.mightDrift(relativeTo: other)
  }
}
