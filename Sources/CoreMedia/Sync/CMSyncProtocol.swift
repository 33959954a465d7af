/// Something that has a time which goes on: a clock or a timebase.
public protocol CMSyncProtocol: Sendable {
  /// The time it is now.
  var time: CMTime { get }
}

extension CMSyncProtocol {
  /// How fast this goes beside another clock or timebase: seconds of this a second of the other.
  ///
  /// Where both follow the same clock or timebase, the rates between decide. Otherwise the clocks' drift counts, too, by
  /// the host's time. A timebase that moves has no rate relative to one that stands: the result is not a number. One that
  /// stands has the rate 0 relative to everything (CT-09).
  public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
    SyncRelation(from: self, to: clockOrTimebase)?.rate ?? .nan
  }

  /// How fast this goes beside another clock or timebase, and a pair of times at which it has gone so.
  ///
  /// - Returns: the rate as `rate(relativeTo:)` has it, a time of this, and the other's time at the same moment. Where
  ///   both follow the same clock or timebase, it is the moment since when the rate holds; otherwise, it is now.
  /// - Throws: `CMSync.Error.invalidParameter` for what is no clock or timebase of this module, and for a clock that was
  ///   invalidated.
  public func rateAndAnchorTime<T: CMSyncProtocol>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    guard let relation = SyncRelation(from: self, to: clockOrTimebase), let anchor = relation.anchor else {
      throw CMSync.Error.invalidParameter
    }
    return (relation.rate, anchor.time, anchor.reference)
  }

  /// A time of this as the other clock or timebase has it at the same moment.
  ///
  /// - Returns: the invalid time where that cannot be told: this is a timebase that stands, or one follows one that does,
  ///   which the other does not follow; a clock was invalidated. A time that is not numeric comes back as it is.
  public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
    if !time.isNumeric { return time }
    return SyncRelation(from: self, to: clockOrTimebase)?.convert(time) ?? .invalid
  }

  /// Whether this may run faster or slower than another clock or timebase by itself: whether the clocks that they follow
  /// in the end may.
  public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
    guard let clock = SyncChain(from: self)?.clock, let other = SyncChain(from: clockOrTimebase)?.clock else {
      return true
    }
    return clock.mightDrift(relativeTo: other)
  }
}
