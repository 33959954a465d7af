import CoreMedia
import MediaSupport
import Testing

@Suite struct MediaErrorTests {
  @Test(arguments: [
    (CMTime(value: 3, timescale: 2), "1.5 s"),
    (CMTime(value: 8192, timescale: 44100), "0.186 s (8192/44100)"),
    (CMTime(value: -1001, timescale: 30000), "-0.033 s (-1001/30000)"),
    (CMTime.zero, "0.0 s"),
    (CMTime.indefinite, "no time"),
  ])
  func `a time is said to the millisecond, and exactly where that is not all of it`(time: CMTime, text: String) {
    #expect(time.textInSeconds == text)
  }

  @Test func `an error says what, where and why`() {
    let error = MediaError(.damagedMedia, .decoding, "cannot decode", libraryMessage: "no frame")
      .adding(trackID: 2, time: CMTime(value: 1, timescale: 4))
    #expect(error.description == "cannot decode, track 2, at 0.25 s (no frame)")
  }

  @Test func `what is known of the place stays`() {
    let error = MediaError(.damagedMedia, .decoding, "cannot decode", path: "a.mov", trackID: 1)
      .adding(path: "b.mov", trackID: 2)
    #expect(error.path == "a.mov")
    #expect(error.trackID == 1)
  }
}
