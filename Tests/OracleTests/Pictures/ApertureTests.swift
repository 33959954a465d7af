import Foundation
import MovieFile
import TestSupport
import Testing

/// The part of encoded pictures that is meant to be seen, as ExifTool reads it.
@Suite(.enabled(if: Tool.exiftool.isInstalled(for: "no other program reads a clean aperture")))
struct ApertureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command, and returns the width, the height and both offsets of the part of its output's pictures that is to be
  /// seen; nil for all of it.
  private func aperture(of output: String, by words: [String]) throws -> [Double]? {
    try Tool.avwrite.run(words.map { $0.contains(".") ? folder.path($0) : $0 } + ["-q", "--force"])
    let report = try Tool.exiftool.run(["-j", "-n", "-CleanAperture*", folder.path(output)])
    let fields = try #require((JSONSerialization.jsonObject(with: report.data) as? [[String: Any]])?.first)
    let numbers = ["Width", "Height", "OffsetX", "OffsetY"].compactMap {
      (fields["CleanAperture" + $0] as? NSNumber)?.doubleValue
    }
    return numbers.count == 4 ? numbers : nil
  }

  @Test func `pictures that are encoded again keep the part that is to be seen`() throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=101x60:r=25:d=1,format=yuv444p", "-c:v", "ffv1"]
        + [folder.path("in.mkv")])
    // The coding has even sizes alone: a column is added at the right.
    let part: [Double] = [101, 60, -0.5, 0]
    #expect(try aperture(of: "odd.mp4", by: ["transcode", "in.mkv", "odd.mp4"]) == part)
    #expect(try aperture(of: "out.mp4", by: ["transcode", "odd.mp4", "out.mp4"]) == part)
    #expect(try aperture(of: "cut.mp4", by: ["transcode", "odd.mp4", "cut.mp4", "--parallel", "segment"]) == part)
    #expect(try aperture(of: "out.mov", by: ["transcode", "odd.mp4", "out.mov", "--video-codec", "prores"]) == part)
    // It is not that of other pictures.
    #expect(try aperture(of: "small.mp4", by: ["transcode", "odd.mp4", "small.mp4", "--size", "50x30"]) == nil)
  }

  @Test(arguments: ["h264", "hevc"])
  func `CL-14: pictures that are encoded at the ends of a cut have the part of the copied ones`(codec: String) throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=101x60:r=25:d=4,format=yuv444p", "-c:v", "ffv1"]
        + [folder.path("in.mkv")])
    let part: [Double] = [101, 60, -0.5, 0]
    let coding = ["--video-codec", codec, "--keyframe-interval", "2"]
    #expect(try aperture(of: "odd.mp4", by: ["transcode", "in.mkv", "odd.mp4"] + coding) == part)
    #expect(try aperture(of: "cut.mp4", by: ["cut", "odd.mp4", "cut.mp4", "--from", "1", "--to", "4"]) == part)
    // ExifTool reads one sample entry alone. HEVC has another one for the encoded pictures.
    let entries = try #require(try Movie(path: folder.path("cut.mp4")).tracks.first).sampleEntries
    let stating = entries.count { entry in
      entry.extensions.contains { if case .cleanAperture = $0 { true } else { false } }
    }
    #expect(entries.count == (codec == "hevc" ? 2 : 1) && stating == entries.count)
  }
}
