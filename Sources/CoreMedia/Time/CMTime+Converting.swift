extension CMTime {
  /// Returns this time with another timescale. Where the time falls between two units, it is rounded by `method`, and
  /// `hasBeenRounded` is set.
  ///
  /// Times that are not numeric stay as they are. The result is invalid where the timescale is not positive, and an
  /// infinity where the value would need more than 64 bits.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard timescale > 0, newTimescale > 0 else { return .invalid }
    let seconds = ExactSeconds(Int128(value), over: UInt128(timescale))
    guard let (value, isExact) = seconds.value(timescale: newTimescale, rounding: method) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    let flags: CMTimeFlags = isExact && !hasBeenRounded ? .valid : [.valid, .hasBeenRounded]
    return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: epoch)
  }
}
