import Testing

@testable import MediaEngine

@Suite struct StitchedDecodeTimesTests {
  @Test func `parts have the decode times of one stream`() {
    var stitched = StitchedDecodeTimes(delay: 2)
    // 0 2 1 4 3 in decode order.
    #expect(
      stitched.times(presented: [0, 20, 10, 40, 30], decoded: [-20, -10, 0, 10, 20]) == [-20, -10, 0, 10, 20])
    #expect(stitched.times(presented: [50, 70, 60], decoded: [30, 40, 50]) == [30, 40, 50])
    #expect(stitched.times(presented: [80, 90], decoded: [80, 80]) == [60, 70])
  }

  @Test func `without B pictures each is decoded when it is presented`() {
    var stitched = StitchedDecodeTimes(delay: 0)
    #expect(stitched.times(presented: [0, 10], decoded: [0, 10]) == [0, 10])
    #expect(stitched.times(presented: [20, 30], decoded: [20, 30]) == [20, 30])
  }

  @Test func `a part of fewer pictures than are ahead keeps times that never go back and never are too late`() {
    var stitched = StitchedDecodeTimes(delay: 2)
    #expect(stitched.times(presented: [0], decoded: [0]) == [0])
    let times = stitched.times(presented: [10, 30, 20], decoded: [-10, 0, 10])
    #expect(times == [0, 0, 10])
  }
}
