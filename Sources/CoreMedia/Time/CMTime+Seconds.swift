extension CMTime {
  /// This time in seconds, its epoch ignored: NaN for invalid and indefinite times, else the nearest `Double`.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// Creates the time nearest below `seconds` in magnitude that has the preferred timescale.
  ///
  /// The timescale is halved until the value fits in 64 bits; where it does not fit with a timescale of 1 either, the
  /// time is infinite. `hasBeenRounded` is set where converting back would not give the same seconds. The time is
  /// invalid where the timescale is not positive or `seconds` is not a number.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
    var scale = preferredTimescale
    while true {
      if let value = Int64(exactly: (seconds * Double(scale)).rounded(.towardZero)) {
        self.init(value: value, timescale: scale)
        if self.seconds != seconds { flags.insert(.hasBeenRounded) }
        return
      }
      if scale == 1 { self = seconds < 0 ? .negativeInfinity : .positiveInfinity; return }
      scale /= 2
    }
  }
}
