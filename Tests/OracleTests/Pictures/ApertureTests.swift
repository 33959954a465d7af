import TestSupport
import Testing

/// The part of encoded pictures that is meant to be seen, as MediaInfo reads it.
@Suite(.enabled(if: Tool.mediainfo.isInstalled(for: "no other program reads a clean aperture")))
struct ApertureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Encodes a file, and returns the width of the part of its pictures that is to be seen; nil for all of it. MediaInfo
  /// leaves the height out of its report.
  private func aperture(encoding source: String, to output: String, _ options: String...) throws -> String? {
    let path = folder.path(output)
    try Tool.avwrite.run(["transcode", folder.path(source), path, "-q", "--force"] + options)
    return try #require(try MediaInfoReport.read(path).tracks.first { $0["@type"] == "Video" })["Width_CleanAperture"]
  }

  @Test func `pictures that are encoded again keep the part that is to be seen`() throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=101x61:r=25:d=1,format=yuv444p", "-c:v", "ffv1"]
        + [folder.path("in.mkv")])
    // The coding has even sizes alone.
    #expect(try aperture(encoding: "in.mkv", to: "odd.mp4") == "101")
    #expect(try aperture(encoding: "odd.mp4", to: "out.mp4") == "101")
    #expect(try aperture(encoding: "odd.mp4", to: "out.mp4", "--parallel", "segment") == "101")
    #expect(try aperture(encoding: "odd.mp4", to: "out.mov", "--video-codec", "prores") == "101")
    #expect(try aperture(encoding: "odd.mp4", to: "out.mp4", "--size", "50x30") == nil)
  }
}
