import MediaSupport
import Testing

/// The two latest of times in any order.
@Suite struct LatestTimesTests {
  @Test(
    arguments: [
      ([], nil, nil), ([7], 7, nil), ([7, 7], 7, nil), ([0, 30, 10, 20], 30, 10), ([0, 10, 300], 300, 290),
      ([300, 0, 10], 300, 290), ([5, 5, 3, 3], 5, 2), ([-4, -9], -4, 5),
    ] as [([Int64], Int64?, Int64?)])
  func `the last and its distance do not depend on the order`(_ times: [Int64], last: Int64?, distance: Int64?) {
    for order in [times, times.reversed()] {
      var latest = LatestTimes()
      for time in order { latest.note(time) }
      #expect(latest.last == last && latest.distance == distance)
    }
  }
}
