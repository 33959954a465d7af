import CoreMedia
import MediaSupport
import MediaTime
import Testing

@Suite struct MediaErrorTests {
  @Test(arguments: [
    (3, 2, "1.5 s"),
    (8192, 44100, "0.186 s (8192/44100)"),
    (-1001, 30000, "-0.033 s (-1001/30000)"),
    (0, 1, "0.0 s"),
  ])
  func `a time is said to the millisecond, and exactly where that is not all of it`(
    ticks: Int64, ticksPerSecond: Int32, text: String
  ) {
    #expect(TimeBase(ticksPerSecond: ticksPerSecond).text(ticks) == text)
  }

  @Test func `an error says what, where and why`() {
    let error = MediaError(.damagedMedia, .decoding, "cannot decode", libraryMessage: "no frame")
      .adding(trackID: 2).adding(time: CMTime(value: 1, timescale: 4))
    #expect(error.description == "cannot decode, track 2, at 0.25 s (no frame)")
    #expect(error.time == CMTime(value: 1, timescale: 4))
    #expect(error.adding(time: .zero).time == error.time)
    #expect(MediaError(.damagedMedia, .decoding, "cannot decode", time: .indefinite).time == nil)
  }

  @Test func `what is known of the place stays`() {
    let error = MediaError(.damagedMedia, .decoding, "cannot decode", path: "a.mov", trackID: 1)
      .adding(path: "b.mov", trackID: 2)
    #expect(error.path == "a.mov")
    #expect(error.trackID == 1)
  }
}
