// The functions that move a time into a range or map it from one range to another.

/// Returns the time within a range that is nearest to a time: its start for times before it, its end for times after
/// it.
///
/// The result is invalid where the time is invalid or of another epoch, or the range is empty, invalid or indefinite.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard range.isDefinite, !range.isEmpty, time.kind != .invalid else { return .invalid }
  if time.kind == .numeric, time.epoch != range.start.epoch { return .invalid }
  return min(max(time, range.start), range.end)
}

/// Returns `duration * toRange.duration / fromRange.duration`, exactly where any timescale allows it.
///
/// Between two ranges that never end, a duration stays as it is. The result is invalid where the duration has an
/// epoch or is not numeric, or a range is empty, invalid or indefinite, or only one of them never ends.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard dur.kind == .numeric, dur.epoch == 0, fromRange.isDefinite, toRange.isDefinite else { return .invalid }
  let (from, to) = (fromRange.duration, toRange.duration)
  if from.isPositiveInfinity && to.isPositiveInfinity { return dur }
  guard from.kind == .numeric, to.kind == .numeric, from.value > 0, to.value > 0 else { return .invalid }
  // dur.value × to.value × from.timescale over dur.timescale × to.timescale × from.value: both fit, the latter in
  // 63 + 31 + 31 bits.
  let seconds = ExactSeconds(
    isNegative: dur.value < 0,
    magnitude: UInt128(dur.value.magnitude),
    multiplier: UInt128(to.value) * UInt128(from.timescale),
    divisor: UInt128(dur.timescale) * UInt128(to.timescale) * UInt128(from.value))
  return seconds.time(
    multipleOf: dur.timescale, epoch: 0,
    wasRounded: dur.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded)
}

/// Returns `(t - fromRange.start) * toRange.duration / fromRange.duration + toRange.start`, exactly where any
/// timescale allows it.
///
/// Between two ranges that never end, only the start changes. The result is invalid where the time is not of the
/// epoch of `fromRange` or not numeric, or a range is empty, invalid or indefinite, or only one of them never ends.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard fromRange.isDefinite, toRange.isDefinite, !fromRange.isEmpty, !toRange.isEmpty,
    t.epoch == fromRange.start.epoch
  else { return .invalid }
  let offset = t - fromRange.start
  return toRange.start + CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
}

/// Returns a time moved into a range by a whole number of the range's durations, as playback in a loop does.
///
/// The result is invalid where the time is not numeric or of another epoch, or the range is empty, invalid, indefinite
/// or infinite.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  let (start, duration) = (foldRange.start, foldRange.duration)
  guard foldRange.isDefinite, duration.kind == .numeric, duration.value > 0, time.kind == .numeric,
    time.epoch == start.epoch
  else { return .invalid }
  let offset = time - start
  guard offset.kind == .numeric else { return .invalid }
  // Both dividends are below 2^94 in magnitude.
  let period = Int128(duration.value) * Int128(offset.timescale)
  let remainder = (Int128(offset.value) * Int128(duration.timescale)) % period
  let folded = ExactSeconds(
    remainder < 0 ? remainder + period : remainder,
    over: UInt128(offset.timescale) * UInt128(duration.timescale))
  return start
    + folded.time(
      multipleOf: offset.timescale, epoch: 0, wasRounded: offset.hasBeenRounded || duration.hasBeenRounded)
}
