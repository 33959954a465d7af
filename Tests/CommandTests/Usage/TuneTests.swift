import Foundation
import TestSupport
import Testing

/// `--tune`, as x264's own record of its settings in the stream tells it.
@Suite struct TuneTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ output: String, _ options: [String]) throws -> Command.Ending {
    try Command(
      ["transcode", Files.fixture("h264-aac-small.mp4"), output, "--speed", "fast", "--drop", "audio"] + options,
      in: folder
    ).ending()
  }

  @Test(arguments: [
    ("film", "deblock=1:-1:-1"), ("animation", "deblock=1:1:1"), ("grain", "deblock=1:-2:-2"),
    ("stillimage", "deblock=1:-3:-3"), ("psnr", "aq=1:0.00"), ("ssim", "aq=2:1.00"), ("fastdecode", "cabac=0"),
  ])
  func `each kind of pictures has x264's own settings`(tune: String, setting: String) throws {
    let usual = try transcode("usual.mp4", [])
    let tuned = try transcode("tuned.mp4", ["--tune", tune])
    #expect(usual.exit == 0 && tuned.exit == 0, "\(usual) \(tuned)")
    #expect(try Data(contentsOf: folder.file("tuned.mp4")).range(of: Data(setting.utf8)) != nil)
    #expect(try Data(contentsOf: folder.file("usual.mp4")).range(of: Data(setting.utf8)) == nil)
  }

  @Test func `the plan names it, and other codecs refuse it`() throws {
    let plan = try transcode("out.mp4", ["--tune", "grain", "--plan"])
    #expect(plan.exit == 0 && plan.output.contains("CRF 23.0, fast, tuned for grain"), "\(plan)")
    let refused = try transcode("out.mp4", ["--tune", "grain", "--video-codec", "hevc"])
    #expect(refused.exit == 64 && refused.errors.contains("--video-codec hevc does not support --tune: use h264"))
    #expect(try transcode("out.mp4", ["--tune", "noise"]).exit == 64)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [["--tune", "grain"], ["--max-bitrate", "1M"], ["--profile", "high"]])
  func `an option that the container's codec does not have is refused`(options: [String]) throws {
    let result = try transcode("out.webm", options)
    #expect(result.exit == 69 && result.errors.contains("encoded as vp9, which does not support \(options[0])"))
    #expect(folder.names.isEmpty)
  }
}
