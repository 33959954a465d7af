import AVFoundation
import TestSupport
import Testing

/// What a browser shows of our output, picture by picture: phones' clips and high dynamic range.
@Suite(.enabled(if: Tool.chromium.isInstalled(for: "no browser shows our output")))
struct ScreenshotTests {
  struct Case {
    var what: String
    var source: String
    var isShared = false
    /// Where the film is paused, in seconds: between pictures, so that nobody has to round.
    var time: Double
    /// The containers that the film goes through, the last of which is shown, and what is asked of each.
    var steps: [(name: String, options: [String])]

    init(
      _ what: String, _ source: String, isShared: Bool = false, time: Double = 0.51, _ steps: (String, [String])...
    ) {
      (self.what, self.source, self.isShared, self.time) = (what, source, isShared, time)
      self.steps = steps.map { (name: $0.0, options: $0.1) }
    }
  }

  private static let web = ["--preset", "web-720p", "--speed", "superfast"]
  private static let webm = ["--preset", "webm", "--speed", "superfast"]
  private static let copy = ["--preset", "remux"]

  static let cases: [Case] = [
    Case("a turned clip for the web", "h264-rotated.mov", ("turned.mp4", web)),
    Case("a turned clip in webm", "h264-rotated.mov", ("turned.webm", webm)),
    Case("a turned clip, copied", "h264-rotated.mov", ("copied.mp4", copy)),
    Case("a turned clip, copied to mkv and back", "h264-rotated.mov", ("turned.mkv", copy), ("back.mp4", copy)),
    Case("mkv for the web", "h264-aac.mkv", ("mkv.mp4", copy)),
    Case("HDR10 for the web", "hevc10-hdr10.mp4", ("hdr10.mp4", web)),
    Case("HDR10 in webm", "hevc10-hdr10.mp4", ("hdr10.webm", webm)),
    Case("HLG for the web", "hevc10-hlg.mp4", ("hlg.mp4", web)),
    Case(
      "a phone's clip of four pictures in Dolby Vision, turned", "mov/dolbyVision-hdr.MOV", isShared: true, time: 0.05,
      ("phone.mp4", web)),
    Case(
      "a phone's clip, turned, in webm", "mp4/rotated_video.mp4", isShared: true, ("phone.webm", webm + ["--end", "1"])),
  ]

  /// In dB.
  private static let leastLikeness = 35.0

  @Test func `Chromium shows turned and HDR clips upright and in our own decoder's colours`() throws {
    let folder = try TemporaryFolder()
    var looks: [Browser.Look] = []
    let cases = Self.cases.filter { !$0.isShared || Files.hasShared }
    if cases.count < Self.cases.count { print("skipped: there is no ../shared/media, so its clips are not shown") }
    for run in cases {
      var source = Self.path(of: run)
      for (name, options) in run.steps {
        try Tool.avwrite.run(["transcode", source, folder.path(name), "-q"] + options)
        source = folder.path(name)
      }
      looks.append(Browser.Look(name: run.steps.last?.name ?? "", time: run.time))
    }
    for (index, shown) in try Browser.pictures(of: looks, in: folder).enumerated() {
      let run = cases[index]
      let decoded = try ScreenPicture.decoded(folder.path(looks[index].name), at: run.time)
      #expect(shown.width == decoded.width && shown.height == decoded.height, "\(run.what)")
      #expect(shown.likeness(to: decoded) > Self.leastLikeness, "\(run.what)")
      #expect(shown.likenessOfColors(to: decoded) > Self.leastLikeness, "\(run.what)")
      // FFmpeg turns the source by itself. Of high dynamic range it shows other colours, at the same places.
      let source = try ScreenPicture.shownByFFmpeg(
        Self.path(of: run), at: run.time, width: shown.width, height: shown.height)
      #expect(shown.likeness(to: source) > shown.turnedByHalf.likeness(to: source) + 2, "\(run.what)")
    }
  }

  private static func path(of run: Case) -> String {
    run.isShared ? Files.shared(run.source) : Files.fixture(run.source)
  }
}
