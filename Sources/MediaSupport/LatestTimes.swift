/// The two latest times of a series in any order, such as presentation times in decode order. It is a pure value.
///
/// A sample that states no duration lasts as long as the one before it (WI-66). The distance of decode times is not
/// that duration: in reordered pictures it is the distance of two earlier pictures.
package struct LatestTimes: Sendable {
  /// The latest time. It is `nil` before the first.
  package private(set) var last: Int64?
  private var before: Int64?

  package init() {}

  package mutating func note(_ time: Int64) {
    guard let last else { return self.last = time }
    if time > last {
      (before, self.last) = (last, time)
    } else if time < last {
      before = max(before ?? time, time)
    }
  }

  /// The difference of the two latest different times. It is `nil` if there are not two.
  package var distance: Int64? {
    guard let last, let before else { return nil }
    return last &- before
  }
}
