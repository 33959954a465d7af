import TestSupport
import Testing

/// `--require`.
@Suite struct RequirementTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("h264-two-audio.mp4", "out.mov", "all,chapters,subtitles,languages,*.language"),
    ("hevc10-hdr10.mp4", "out.mp4", "hdr,location"), ("h264-pcm.mov", "out.mov", "timecode,track.3.timecode.start"),
    ("h264-pcm.mov", "out.mp4", "timecode,track.3.timecode.start"),
    ("speech.m4a", "out.m4a", "cover,metadata"),
  ])
  func `what can be kept is required without harm`(name: String, output: String, list: String) throws {
    let result = try Command.run(
      "transcode", Files.fixture(name), output, "--require", list, "--speed", "ultrafast", in: folder)
    #expect(result.exit == 0, "\(result)")
  }

  @Test(arguments: [
    ("h264-pcm.mov", "out.mkv", "timecode", "track.3: timecode (mkv carries no timecode tracks)"),
    ("h264-rotated.mov", "out.mkv", "track.1.video.rotation", "track.1.video.rotation: 90"),
    ("hevc10-hdr10.mp4", "out.mov --video-codec h264 --pixel-format yuv420p", "hdr", "track.1.video.bitDepth: 10 -> 8"),
    ("h264-aac.mov", "out.mp4 --max-size 320x320", "*.size", "track.1.video.size: 480x270 -> 320x180"),
    ("h264-two-audio.mp4", "out.m4a", "video", "track.1: video"),
  ])
  func `what cannot be kept ends the job before it begins`(
    name: String, output: String, requirement: String, message: String
  ) throws {
    let arguments = output.split(separator: " ").map(String.init)
    let result = try Command(
      ["transcode", Files.fixture(name)] + arguments + ["--require", requirement], in: folder
    ).ending()
    #expect(result.exit == 69, "\(result)")
    #expect(result.errors.contains("--require \(requirement) is not met: \(message)"), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `what a batch made before is required to have it too`() throws {
    let batch = [
      "batch", Files.fixture("h264-pcm.mov"), "--output-dir", "out", "--format", "mkv", "--speed", "ultrafast",
    ]
    #expect(try Command(batch, in: folder).ending().exit == 0)
    let result = try Command(batch + ["--require", "timecode"], in: folder).ending()
    #expect(result.exit == 1)
    #expect(result.errors.contains("--require timecode is not met: track.3: timecode"), "\(result.errors)")
    let plan = try Command(batch + ["--require", "timecode", "--plan"], in: folder).ending()
    #expect(plan.exit == 1)
    #expect(try Command(batch + ["--require", "video"], in: folder).ending().exit == 0)
  }

  @Test func `a word that stands for nothing is a wrong call`() throws {
    for list in ["loction", "location,", ""] {
      let result = try Command.run("transcode", "a.mov", "b.mov", "--require", list, in: folder)
      #expect(result.exit == 64, "\(list)")
    }
  }

  @Test func `a file is verified for what is required of it`() throws {
    let source = Files.fixture("h264-rotated.mov")
    #expect(try Command.run("transcode", source, "out.mkv", "-q", "--speed", "ultrafast", in: folder).exit == 0)
    let result = try Command.run("verify", "out.mkv", "--against", source, "--require", "*.rotation", in: folder)
    #expect(result.exit == 80)
    #expect(result.errors.contains("--require *.rotation is not met: track.1.video.rotation: 90"))
  }
}
