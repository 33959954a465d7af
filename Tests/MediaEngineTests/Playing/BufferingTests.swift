import CoreMedia
import Testing

@testable import MediaEngine

@Suite struct BufferingTests {
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  private static func ranges(_ times: [CMTimeRange]) -> [ClosedRange<Double>] {
    times.map { $0.start.seconds...$0.end.seconds }
  }

  @Test func `times are there where the bytes of every track are`() {
    let parts = { (offset: Int64) in
      (0..<10).map {
        LoadedTimes.Part(start: Self.time(Double($0)), bytes: $0 * 200 + offset..<$0 * 200 + offset + 100)
      }
    }
    let times = LoadedTimes(tracks: [parts(0), parts(100)], duration: Self.time(10))
    var present = ByteRanges()
    #expect(times.ranges(present).isEmpty && times.end(from: .zero, present) == .zero)
    present.insert(0..<450)
    // Of the third second only one track's bytes are there.
    #expect(Self.ranges(times.ranges(present)) == [0...2])
    #expect(times.end(from: Self.time(0.5), present) == Self.time(2))
    #expect(times.end(from: Self.time(5), present) == Self.time(5))
    present.insert(1000..<2000)
    #expect(Self.ranges(times.ranges(present)) == [0...2, 5...10])
    #expect(times.end(from: Self.time(7.5), present) == Self.time(10))
  }

  @Test("PI-41: likely to keep up, empty and full, by what is there and how fast it comes")
  func likely() {
    func buffering(_ ahead: Double, isFull: Bool = false, speed: Double, rate: Double = 1) -> Buffering {
      Buffering(
        time: Self.time(10), end: Self.time(10 + ahead), duration: Self.time(100), isFull: isFull, byteRate: 1000,
        transferRate: 1000 * speed, rate: rate)
    }
    #expect(buffering(0, speed: 10).isEmpty && !buffering(0, speed: 10).isLikelyToKeepUp)
    #expect(buffering(2, speed: 2).isLikelyToKeepUp)
    #expect(!buffering(2, speed: 0.5).isLikelyToKeepUp && !buffering(2, speed: 2, rate: 2).isLikelyToKeepUp)
    #expect(buffering(60, speed: 0.5).isLikelyToKeepUp, "the rest comes while that is played")
    #expect(buffering(90, speed: 0).isFull && buffering(90, speed: 0).isLikelyToKeepUp, "all there is")
    #expect(buffering(5, isFull: true, speed: 0).isLikelyToKeepUp, "no more would come")
    #expect(Buffering().isLikelyToKeepUp && !Buffering().isEmpty && !Buffering().differs(from: Buffering()))
  }
}
