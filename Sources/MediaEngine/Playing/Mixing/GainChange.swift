/// A change of a gain: at once to its start, and from there in a straight line to its target. A pure value.
struct GainChange: Equatable {
  /// The gain that it begins with. It is `nil` if it begins at the gain that there is.
  private(set) var start: Float?
  let target: Float
  /// The time from the start to the target, in seconds.
  let seconds: Double

  /// - Parameter seconds: the time that the change takes; 0 for a change at once.
  init(to gain: Float, within seconds: Double = 0) {
    start = seconds > 0 ? nil : gain
    (target, self.seconds) = (gain, seconds)
  }

  /// Returns the change that this one and a later one make together if both begin at the same moment.
  func followed(by later: GainChange) -> GainChange {
    var joined = later
    joined.start = later.start ?? start
    return joined
  }
}
