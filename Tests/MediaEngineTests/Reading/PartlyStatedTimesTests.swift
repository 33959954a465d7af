import Testing

@testable import MediaEngine

/// The times of pictures of which some state theirs.
@Suite struct PartlyStatedTimesTests {
  /// Returns the times of pictures that last 10 ticks, by their places.
  private static func times(_ stated: [Int64?]) -> [Int64] {
    var times = PartlyStatedTimes()
    var timed: [PartlyStatedTimes.Timed] = []
    for (place, time) in stated.enumerated() { timed += times.add(place, at: time, duration: 10) }
    timed += times.drain(duration: 10)
    return timed.sorted { $0.place < $1.place }.map(\.time)
  }

  @Test func `a picture without a time is shown when the one before ends`() {
    #expect(Self.times([50, nil, nil, 80, nil, 100, nil]) == [50, 60, 70, 80, 90, 100, 110])
    #expect(Self.times([50, nil, 100]) == [50, 60, 100])
  }

  @Test func `the first pictures are shown before the first time that is stated`() {
    #expect(Self.times([nil, nil, 50, nil]) == [30, 40, 50, 60])
    #expect(Self.times([nil, nil]) == [0, 10])
  }

  @Test func `pictures that are shorter than they say share the time up to the next`() {
    #expect(Self.times([50, nil, nil, nil, 70]) == [50, 55, 60, 65, 70])
  }

  @Test func `times that go back begin anew`() {
    #expect(Self.times([500, nil, 20, nil]) == [500, 510, 20, 30])
    #expect(Self.times([.max, nil, .min, nil]).count == 4)
  }

  @Test func `few pictures wait`() {
    var times = PartlyStatedTimes()
    var timed = 0
    for place in 0..<1000 { timed += times.add(place, at: nil, duration: 10).count }
    #expect(timed > 900)
  }
}
