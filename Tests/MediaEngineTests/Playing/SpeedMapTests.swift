import TestSupport
import Testing

@testable import MediaEngine

@Suite struct SpeedMapTests {
  @Test func `frames of a sound and of its ring lie where the speed puts them`() {
    let map = SpeedMap(origin: 10, rate: 2)
    #expect((0..<4).map { map.frame(at: $0) } == [10, 12, 14, 16])
    #expect([0, 10, 11, 12, 13].map { map.place(of: $0) } == [0, 0, 1, 1, 2])
    let slow = SpeedMap(rate: 0.75)
    #expect((0..<5).map { slow.frame(at: $0) } == [0, 0, 1, 2, 3])
    #expect((0..<5).map { slow.frame(at: $0, .toNearestOrAwayFromZero) } == [0, 1, 2, 2, 3])
  }

  @Test func `no frame and no speed is beyond what is counted`() {
    let farthest = SoundFrames.farthest
    let rates = [.leastNonzeroMagnitude, 1e-30, 1.0 / 32, 0.3, 1, 7, 32, 1e30, .greatestFiniteMagnitude]
    for rate in rates {
      for origin in [0, 1, farthest] {
        let map = SpeedMap(origin: origin, rate: rate)
        for frame in [0, 1, 48_000, farthest - 1, farthest] {
          #expect((0...farthest).contains(map.place(of: frame)) && (0...farthest).contains(map.frame(at: frame)))
        }
      }
    }
    #expect(SoundFrames.frame(at: .infinity, 48_000) == farthest && SoundFrames.frame(at: -1, 48_000) == 0)
    #expect(SoundFrames.frame(at: .nan, 48_000) == 0 && SoundFrames.frame(at: 1.5, 2) == 3)
  }

  @Test(arguments: [1e-3, 0.3, 50, 1e9])
  func `silence lasts as long as the sound would, and takes no memory`(rate: Double) {
    let ring = SoundRing(channelCount: 2, aheadFrames: 1000, historyFrames: 0)
    let stretch = SilentStretch(rate: rate)
    var (left, place): (Int, Int64) = (1001, 0)
    func release() {
      let (samples, count) = ring.stretch(at: place, limit: Int(ring.written - place))
      #expect((0..<2 * count).allSatisfy { samples[$0] == 0 })
      place += Int64(count)
      ring.release(before: place)
    }
    while left > 0 {
      left -= stretch.write(nil, count: min(left, 777), into: ring)
      release()
    }
    while !stretch.finish(into: ring) { release() }
    #expect(ring.written == Int64((1001 / rate).rounded()))
  }
}
