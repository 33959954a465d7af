import Foundation
import TestSupport
import Testing

/// Jobs take as long as their media, whatever times it claims.
@Suite struct ClaimedTimeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One picture that claims to be shown for 68 years, as long as a writer takes it for whole.
  private func makePicture() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=size=16x16:rate=1:duration=1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p",
      "-video_track_timescale", "1", "-f", "mov", folder.path("short.mov"),
    ])
    var bytes = try Data(contentsOf: folder.file("short.mov"))
    for (box, offset) in [("mvhd", 16), ("tkhd", 20), ("mdhd", 16), ("stts", 12), ("elst", 8)] {
      guard let place = bytes.range(of: Data(box.utf8)) else { continue }
      let field = place.upperBound + offset
      bytes.replaceSubrange(field..<field + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
    }
    // Ticks of seconds everywhere.
    let scale = try #require(bytes.range(of: Data("mvhd".utf8))).upperBound + 12
    bytes.replaceSubrange(scale..<scale + 4, with: [0, 0, 0, 1])
    try bytes.write(to: folder.file("in.mov"))
  }

  /// Each ended after hours before, or never.
  @Test(
    .enabled(if: Tool.ffmpeg.path != nil, "SKIPPED: ffmpeg is not installed; no picture claims years"),
    arguments: [
      (["--parallel", "segment"], Int32(0)), ([], 0), (["--parallel", "frame"], 0), (["--video-codec", "copy"], 0),
      (["--fragment", "2"], 0), (["--keyframe-interval", "1", "--parallel", "frame"], 0), (["--frame-rate", "25"], 65),
    ] as [([String], Int32)])
  func `a picture of 68 years is done soon`(options: [String], exit: Int32) throws {
    try makePicture()
    let clock = ContinuousClock()
    var ending: Command.Ending?
    let time = try clock.measure {
      ending = try Command(["transcode", "in.mov", "out.mp4"] + options, in: folder).ending()
    }
    #expect(ending?.exit == exit, "\(ending?.errors ?? "")")
    #expect(time < .seconds(60), "\(time)")
    if exit == 65 {
      #expect(ending?.errors.contains("too long to repeat it at a frame rate") == true, "\(ending?.errors ?? "")")
    }
  }

  /// A request to end a job that makes very many pictures of one is not one more of them.
  @Test(.enabled(if: Tool.ffmpeg.path != nil, "SKIPPED: ffmpeg is not installed; no picture is repeated"))
  func `repeated pictures end with their job`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=size=16x16:rate=1/40000:duration=80000", "-c:v", "mjpeg",
      "-pix_fmt", "yuvj420p", folder.path("stills.mkv"),
    ])
    let command = try Command(
      ["transcode", "stills.mkv", "out.mp4", "--frame-rate", "1000", "--progress", "lines"], in: folder)
    command.waitUntil { command.hasOpen(".avwrite-") }
    // It is repeating a picture by then; where it is not yet, the signal comes earlier, and the end is the same.
    usleep(500_000)
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
    #expect(folder.names == ["stills.mkv"])
  }
}
