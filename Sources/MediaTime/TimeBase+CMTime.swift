package import CoreMedia
package import MediaSupport

/// The one place where rational time meets `CMTime`.
extension TimeBase {
  /// Converts `ticks` to a `CMTime`, with the denominator as its scale. It is exact if the numerator times the ticks
  /// fits in 64 bits.
  package func time(_ ticks: Int64) -> CMTime {
    let (value, overflow) = ticks.multipliedReportingOverflow(by: Int64(numerator))
    if overflow { return CMTime(value: ticks, timescale: denominator / max(1, numerator)) }
    return CMTime(value: value, timescale: denominator)
  }

  /// Converts a numeric time to ticks of this time base. Returns `nil` for a time that is not numeric.
  package func ticks(_ time: CMTime, _ rounding: Rounding = .nearest) -> Int64? {
    guard time.isNumeric, time.timescale > 0 else { return nil }
    return TimeBase(1, time.timescale).rescale(time.value, to: self, rounding)
  }
}
