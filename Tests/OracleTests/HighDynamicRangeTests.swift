import Foundation
import TestSupport
import Testing

/// High dynamic range stays what it is through an encoder, as other programs read it.
@Suite(.enabled(if: Tool.mediainfo.isInstalled(for: "no other program reads our high dynamic range")))
struct HighDynamicRangeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a grading says of a picture.
  private static let facts = [
    "transfer_characteristics", "colour_primaries", "matrix_coefficients", "MasteringDisplay_ColorPrimaries",
    "MasteringDisplay_Luminance", "MaxCLL", "MaxFALL",
  ]

  private func video(_ path: String) throws -> [String: String] {
    try #require(MediaInfoReport.read(path).tracks.first { $0["@type"] == "Video" })
  }

  private func transcode(_ source: String, to container: String, _ options: String...) throws -> String {
    let path = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", Files.fixture(source), path, "-q", "--speed", "ultrafast"] + options)
    return path
  }

  @Test(arguments: ["mp4", "mov", "mkv"], ["hevc", "av1"])
  func `HDR10's facts survive in each container`(container: String, codec: String) throws {
    let source = try video(Files.fixture("hevc10-hdr10.mp4"))
    let path = try transcode("hevc10-hdr10.mp4", to: container, "--video-codec", codec)
    let made = try video(path)
    // Of what Matroska itself says it gives no unit.
    func number(_ text: String?) -> String? { text?.replacingOccurrences(of: " cd/m2", with: "") }
    for fact in Self.facts { #expect(number(made[fact]) == number(source[fact]) && made[fact] != nil, "\(fact)") }
    #expect(made["BitDepth"] == "10")
  }

  /// Not only the container knows them.
  @Test(arguments: [("hevc", "hevc"), ("av1", "obu")])
  func `HDR10's facts are in the stream itself`(codec: String, format: String) throws {
    let path = try transcode("hevc10-hdr10.mp4", to: "mp4", "--video-codec", codec)
    let stream = folder.path("stream.\(format)")
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-c", "copy", "-f", format, stream])
    let frame = try Tool.ffprobe.run(["-v", "error", "-show_frames", "-read_intervals", "%+#1", stream]).text
    #expect(frame.contains("side_data_type=Mastering display metadata"))
    #expect(frame.contains("side_data_type=Content light level metadata"))
    #expect(frame.contains("color_transfer=smpte2084"))
  }

  @Test(arguments: [("hevc10-hdr10.mp4", "PQ"), ("hevc10-hlg.mp4", "HLG")])
  func `without a codec it becomes HEVC Main 10 for every player`(source: String, transfer: String) throws {
    for container in ["mp4", "mov", "m4v"] {
      let made = try video(transcode(source, to: container))
      #expect(made["CodecID"] == "hvc1")
      #expect(made["Format_Profile"]?.hasPrefix("Main 10") == true)
      #expect(made["transfer_characteristics"] == transfer)
    }
  }

  @Test func `eight bits carry it only where they are asked for, and that is said`() throws {
    let kept = try video(transcode("hevc10-hdr10.mp4", to: "mp4", "--video-codec", "h264"))
    #expect(kept["BitDepth"] == "10")
    let path = folder.path("asked.mp4")
    let plan = try Tool.avwrite.run([
      "transcode", Files.fixture("hevc10-hdr10.mp4"), path, "--video-codec", "h264", "--pixel-format", "yuv420p",
      "--plan",
    ]).text
    #expect(plan.contains("high dynamic range in 8 bits"))
  }
}
