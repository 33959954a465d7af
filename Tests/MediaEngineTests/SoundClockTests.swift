import MediaSupport
import Testing

@testable import MediaEngine

@Suite struct SoundClockTests {
  private let matroska = TimeBase(ticksPerSecond: 1000)

  @Test func `milliseconds become samples`() throws {
    var clock = try #require(SoundClock(sampleRate: 44_100, container: matroska))
    #expect(clock.timeBase == TimeBase(ticksPerSecond: 441_000))
    let sample: Int64 = 10
    let times = (0..<500).map { packet -> Int64 in
      let stated = matroska.rescale((Int64(packet) * 1024 * 1000 + 22_050) / 44_100, to: clock.timeBase)
      return clock.time(of: stated, lasting: 1024 * sample)
    }
    #expect(times == (0..<500).map { $0 * 1024 * sample })
  }

  @Test func `a hole in the sound stays one`() throws {
    var clock = try #require(SoundClock(sampleRate: 48_000, container: matroska))
    #expect(clock.time(of: 0, lasting: 960) == 0)
    #expect(clock.time(of: 21 * 48, lasting: 960) == 960)
    #expect(clock.time(of: 43 * 48, lasting: 960) == 43 * 48)
    #expect(clock.time(of: 63 * 48, lasting: 960) == 43 * 48 + 960)
  }

  @Test func `a clock begins anew elsewhere`() throws {
    var clock = try #require(SoundClock(sampleRate: 48_000, container: matroska))
    #expect(clock.time(of: 0, lasting: 960) == 0)
    clock.reset()
    #expect(clock.time(of: 19 * 48, lasting: 960) == 19 * 48)
  }

  @Test func `exact times need no clock, and absurd ones have none`() {
    #expect(SoundClock(sampleRate: 48_000, container: TimeBase(ticksPerSecond: 48_000)) == nil)
    #expect(SoundClock(sampleRate: 44_100, container: TimeBase(ticksPerSecond: 14_112_000)) == nil)
    #expect(SoundClock(sampleRate: 0, container: matroska) == nil)
    #expect(SoundClock(sampleRate: 2_147_483_647, container: matroska) == nil)
    #expect(
      SoundClock(sampleRate: 44_100, container: TimeBase(ticksPerSecond: 90_000))?.timeBase.denominator == 4_410_000)
  }
}
