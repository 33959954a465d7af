import Testing

@testable import AVWritePipeline

@Suite struct TimePointTests {
  @Test(arguments: [
    ("12", ExactTime(value: 12, scale: 1)),
    ("12.5", ExactTime(value: 125, scale: 10)),
    (".25", ExactTime(value: 25, scale: 100)),
    ("90", ExactTime(value: 90, scale: 1)),
    ("01:30", ExactTime(value: 90, scale: 1)),
    ("01:02:03.250", ExactTime(value: 3_723_250, scale: 1000)),
    ("100:00:00", ExactTime(value: 360_000, scale: 1)),
    ("5s", ExactTime(value: 5, scale: 1)),
    ("1m30s", ExactTime(value: 90, scale: 1)),
    ("2h", ExactTime(value: 7200, scale: 1)),
    ("1h2m3.250s", ExactTime(value: 3_723_250, scale: 1000)),
    ("1.5M", ExactTime(value: 900, scale: 10)),
    ("0.123456789", ExactTime(value: 123_456_789, scale: 1_000_000_000)),
  ])
  func `clock times and seconds are exact`(text: String, expected: ExactTime) {
    #expect(TimePoint(argument: text) == .time(expected))
  }

  @Test(arguments: [
    "", "-1", "+1", "1e3", "1:60", "1:60:00", "::", "1:", ":1", "1.0000000001", "1:2:3:4:5", "99999999999999999999",
    "1000001:00:00", "01:02:60:00", "a", "1:2.5:3",
    "s", "1s1m", "1.5m30s", "1m30", "1m1m", "1d", "-5s", "999999999999999999h",
  ])
  func `other text is refused`(text: String) {
    #expect(TimePoint(argument: text) == nil)
  }

  @Test func `a timecode counts pictures of its video`() {
    let film = ExactTime(value: 1001, scale: 24000)
    let point = TimePoint(argument: "00:00:01:12")
    #expect(point?.time(frameDuration: film) == ExactTime(value: 36 * 1001, scale: 24000))
    #expect(point?.time(frameDuration: nil) == nil)
    #expect(TimePoint(argument: "00:00:01:24")?.time(frameDuration: film) == nil)
  }

  @Test(arguments: [(25.0, 1, 25), (24, 1, 24), (29.97, 1001, 30_000), (23.98, 1001, 24_000), (59.9, 1001, 60_000)])
  func `a timecode counts at a rate that timecodes have`(rate: Double, value: Int64, scale: Int32) {
    var video = TrackFacts.Video(width: 16, height: 16)
    video.framesPerSecond = rate
    #expect(video.countedFrameDuration == ExactTime(value: value, scale: scale))
    video.framesPerSecond = 0
    #expect(video.countedFrameDuration == nil)
  }

  @Test func `a drop-frame timecode leaves out numbers and not pictures`() {
    let ntsc = ExactTime(value: 1001, scale: 30000)
    func frames(_ text: String) -> Int64? {
      TimePoint(argument: text)?.time(frameDuration: ntsc).map { $0.value / 1001 }
    }
    #expect(frames("00:00:59;29") == 1799)
    #expect(frames("00:01:00;02") == 1800)
    #expect(frames("00:01:00;00") == nil)
    #expect(frames("00:10:00;00") == 17982)
    #expect(frames("01:00:00;00") == 107_892)
  }

  @Test func `times compare by instant and print as clocks`() {
    #expect(ExactTime(value: 1, scale: 2) < ExactTime(value: 2, scale: 3))
    #expect(!(ExactTime(value: 1, scale: 2) < ExactTime(value: 2, scale: 4)))
    #expect(ExactTime(value: 3_723_250, scale: 1000).clock == "01:02:03.250")
    #expect(ExactTime(value: -1001, scale: 30000).clock == "-00:00:00.033")
    #expect(
      ExactTime(value: 1, scale: 24).adding(ExactTime(value: 1, scale: 1000)) == ExactTime(value: 128, scale: 3000))
    #expect(ExactTime(value: 1, scale: 2_147_483_647).adding(ExactTime(value: 1, scale: 2_147_483_646)) == nil)
  }

  @Test(arguments: [
    (0, 30, true, "00:00:00;00"), (1799, 30, true, "00:00:59;29"), (1800, 30, true, "00:01:00;02"),
    (17_981, 30, true, "00:09:59;29"), (17_982, 30, true, "00:10:00;00"), (107_892, 30, true, "01:00:00;00"),
    (3600, 60, true, "00:01:00;04"), (90_000, 25, false, "01:00:00:00"),
  ])
  func `a frame's number is a timecode, and back`(number: Int64, rate: Int64, drops: Bool, text: String) throws {
    let code = try #require(Timecode(frameNumber: number, nominalRate: rate, dropsFrameNumbers: drops))
    #expect(code.text == text)
    let duration = ExactTime(value: 1, scale: Int32(rate))
    #expect(Timecode(text)?.time(frameDuration: duration) == ExactTime(value: number, scale: Int32(rate)))
  }

  @Test func `a rate that does not count has no timecode`() {
    #expect(Timecode(frameNumber: 1, nominalRate: 0, dropsFrameNumbers: false) == nil)
    #expect(Timecode(frameNumber: 1, nominalRate: 25, dropsFrameNumbers: true) == nil)
    #expect(Timecode(frameNumber: .max, nominalRate: 30, dropsFrameNumbers: true) == nil)
  }
}
