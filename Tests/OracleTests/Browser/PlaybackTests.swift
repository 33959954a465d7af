import AVFoundation
import TestSupport
import Testing

/// Our H.264 and AAC, played by a browser to the end.
@Suite(
  .serialized, .enabled(if: Tool.chromium.isInstalled(for: "our output is not played by a browser")))
struct PlaybackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    var what: String
    var source: String
    var output = "out.mp4"
    var options: [String] = []
    var isCopied = false
    /// As it is shown; `nil` for sound alone.
    var size: [Int]?

    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case(what: "plain", source: "h264-aac.mov", options: ["--no-fast-start"], size: [480, 270]),
    Case(what: "fast start", source: "h264-aac.mov", options: ["--fast-start"], size: [480, 270]),
    // Chromium knows no clean aperture: it shows the padding too.
    Case(what: "an odd size", source: "mpeg4-odd.mp4", size: [322, 242]),
    Case(what: "turned", source: "h264-rotated.mov", size: [180, 320]),
    Case(what: "a variable frame rate", source: "h264-vfr.mov", size: [320, 180]),
    Case(what: "late sound", source: "h264-late-audio.mov", size: [320, 180]),
    Case(what: "a movie of QuickTime", source: "h264-aac.mov", output: "out.mov", size: [480, 270]),
    Case(
      what: "a copy of a transport stream", source: "h264-aac.ts", isCopied: true, size: [320, 180]),
    Case(what: "sound alone", source: "speech.wav", output: "out.m4a"),
  ]

  /// Scaling, chroma and the browser's colour conversion cost a little; another picture of the film far more.
  private static let leastLikeness = 22.0

  /// Chromium may count the padding of AAC at both ends: two frames of 1024 samples at most.
  private static let paddingSeconds = 2 * 1024 / 44100.0

  @Test(arguments: cases)
  func `Chromium plays it to its last picture`(run: Case) throws {
    let options =
      run.isCopied
      ? ["--video-codec", "copy", "--audio-codec", "copy"]
      : (run.size == nil ? [] : ["--speed", "fast", "--crf", "18"]) + ["--audio-codec", "aac"] + run.options
    try Tool.avwrite.run(["transcode", Files.fixture(run.source), folder.path(run.output), "-q"] + options)
    let playback = try Browser.play(run.output, in: folder)
    #expect(playback.error == nil)
    let duration = AVURLAsset(url: URL(fileURLWithPath: folder.path(run.output))).duration.seconds
    #expect(abs(playback.duration - duration) < Self.paddingSeconds)
    #expect(abs(playback.currentTime - playback.duration) < 0.002)
    guard let size = run.size else { return }
    #expect([playback.width, playback.height] == size)
    let last = try #require(try LastPicture.read(folder.path(run.output)))
    #expect(playback.pictures == last.count)
    #expect(abs(playback.lastPicture - last.time.seconds) < 0.001)
    #expect(likeness(playback.cells, last.cells) > Self.leastLikeness)
  }

  /// The PSNR of two pictures in dB.
  private func likeness(_ one: [Double], _ other: [Double]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 0 }
    let error = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(one.count)
    return 10 * log10(255 * 255 / max(error, 0.01))
  }
}
