import AVFoundation
import TestSupport
import Testing

/// A cut whose first and last pictures are encoded and whose others are copied is one film to other players.
@Suite(.serialized, .enabled(if: Tool.ffmpeg.isInstalled(for: "no film of several groups of pictures is made")))
struct CutFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    var what: String
    var source = "source.mp4"
    /// The options of ffmpeg's encoder of H.264.
    var options: [String]

    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case(what: "groups with reordered pictures", options: ["-g", "24", "-bf", "3"]),
    Case(what: "groups in the order of showing", options: ["-g", "24", "-bf", "0"]),
    Case(what: "a variable frame rate", options: ["-g", "16", "-vf", "select='mod(n,3)'", "-fps_mode", "vfr"]),
    Case(what: "a transport stream", source: "source.ts", options: ["-g", "24", "-bf", "3"]),
    Case(what: "Matroska", source: "source.mkv", options: ["-g", "24", "-bf", "3"]),
  ]

  /// Cuts within groups of pictures, and returns the pictures of the output.
  private func cut(_ run: Case) throws -> LastPicture {
    let source = folder.path(run.source)
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=24:d=6", "-f", "lavfi", "-i", "sine=r=48000:d=6"]
        + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac"] + run.options + [source])
    try Tool.avwrite.run(["cut", source, folder.path("out.mp4"), "-q", "--from", "1.3", "--to", "4.7"])
    let pictures = try #require(try LastPicture.read(folder.path("out.mp4")))
    #expect(pictures.count > 50)
    return pictures
  }

  @Test(.enabled(if: Tool.chromium.isInstalled(for: "our output is not played by a browser")), arguments: cases)
  func `Chromium plays it over its seams to its last picture`(run: Case) throws {
    let last = try cut(run)
    let playback = try Browser.play("out.mp4", in: folder)
    #expect(playback.error == nil)
    #expect(playback.pictures == last.count && [playback.width, playback.height] == [320, 180])
    #expect(abs(playback.currentTime - playback.duration) < 0.002)
    #expect(abs(playback.lastPicture - last.time.seconds) < 0.001)
  }

  @Test(.enabled(if: Tool.gstreamer.isInstalled(for: "our output is not decoded by GStreamer")), arguments: cases)
  func `GStreamer decodes every picture without a word`(run: Case) throws {
    let last = try cut(run)
    // It may leave out the picture in which the edit ends.
    let count = try GStreamerDecoding.pictureCount(of: folder.path("out.mp4"))
    #expect([last.count - 1, last.count].contains(count))
  }
}
