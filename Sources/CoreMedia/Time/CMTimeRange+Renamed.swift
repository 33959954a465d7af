// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "CMTimeRange.zero")
public let kCMTimeRangeZero = CMTimeRange.zero
@available(*, deprecated, renamed: "CMTimeRange.invalid")
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// The older spelling of `CMTimeRangeMake(start:duration:)`.
@available(*, deprecated, renamed: "CMTimeRangeMake(start:duration:)")
public func CMTimeRangeMake(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
  CMTimeRangeMake(start: start, duration: duration)
}

/// The older spelling of `CMTimeRangeFromTimeToTime(start:end:)`.
@available(*, deprecated, renamed: "CMTimeRangeFromTimeToTime(start:end:)")
public func CMTimeRangeFromTimeToTime(_ start: CMTime, _ end: CMTime) -> CMTimeRange {
  CMTimeRangeFromTimeToTime(start: start, end: end)
}

/// The older spelling of `CMTimeRangeGetUnion(_:otherRange:)`.
@available(*, deprecated, renamed: "CMTimeRangeGetUnion(_:otherRange:)")
public func CMTimeRangeGetUnion(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> CMTimeRange {
  CMTimeRangeGetUnion(range, otherRange: otherRange)
}

/// The older spelling of `CMTimeRangeGetIntersection(_:otherRange:)`.
@available(*, deprecated, renamed: "CMTimeRangeGetIntersection(_:otherRange:)")
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> CMTimeRange {
  CMTimeRangeGetIntersection(range, otherRange: otherRange)
}

/// The older spelling of `CMTimeRangeContainsTime(_:time:)`.
@available(*, deprecated, renamed: "CMTimeRangeContainsTime(_:time:)")
public func CMTimeRangeContainsTime(_ range: CMTimeRange, _ time: CMTime) -> Bool {
  CMTimeRangeContainsTime(range, time: time)
}

/// The older spelling of `CMTimeRangeContainsTimeRange(_:otherRange:)`.
@available(*, deprecated, renamed: "CMTimeRangeContainsTimeRange(_:otherRange:)")
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> Bool {
  CMTimeRangeContainsTimeRange(range, otherRange: otherRange)
}
