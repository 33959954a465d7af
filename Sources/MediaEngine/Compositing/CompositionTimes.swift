import CoreMedia

/// The times of composed pictures: a pure value (VC-03, VC-04).
struct CompositionTimes {
  let frameDuration: CMTime
  /// The range in which pictures are composed.
  let range: CMTimeRange

  /// Returns the last whole multiple of the frame duration at a time or before it.
  static func multiple(of frameDuration: CMTime, before time: CMTime) -> CMTime {
    guard time.isNumeric, time > .zero else { return .zero }
    // Beyond that, two pictures cannot be distinguished by a number of seconds.
    guard var count = Int64(exactly: (time.seconds / frameDuration.seconds).rounded(.down)), count < 1 << 52 else {
      return time
    }
    while at(count, frameDuration) > time { count -= 1 }
    while at(count + 1, frameDuration) <= time { count += 1 }
    return at(count, frameDuration)
  }

  /// The time of the first picture, which is shown at the start of the range.
  var first: CMTime { Self.multiple(of: frameDuration, before: range.start) }

  /// Returns the time of the picture after a time; `nil` at the end of the range.
  func next(after time: CMTime) -> CMTime? {
    let next = Self.multiple(of: frameDuration, before: time) + frameDuration
    return next < range.end ? next : nil
  }

  /// Returns whether a picture begins in a stretch.
  func hasPicture(in stretch: CMTimeRange) -> Bool {
    let before = Self.multiple(of: frameDuration, before: stretch.start)
    return before == stretch.start || before + frameDuration < stretch.end
  }

  private static func at(_ count: Int64, _ frameDuration: CMTime) -> CMTime {
    CMTime(value: frameDuration.value &* count, timescale: frameDuration.timescale)
  }
}
