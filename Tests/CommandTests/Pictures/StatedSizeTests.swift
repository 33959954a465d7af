import Foundation
import TestSupport
import Testing

/// Movies whose sample entries state another size than the pictures are decoded in. FFmpeg is the judge.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes the pictures")))
struct StatedSizeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a movie of pictures of 64 by 36 pixels, in groups of a second.
  private func make(_ code: String, seconds: Int, state width: UInt16, _ height: UInt16) throws {
    let coder =
      code == "avc1" ? ["libx264", "-g", "25"] : ["libx265", "-x265-params", "keyint=25:log-level=error"]
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=\(seconds),format=yuv420p", "-c:v"]
        + coder + ["-tag:v", code, folder.path("whole.mp4")])
    let whole = [UInt8](try Data(contentsOf: folder.file("whole.mp4")))
    try Data(MovieBoxes.entries(of: code, in: whole, state: width, height)).write(to: folder.file("in.mp4"))
  }

  /// The sizes of all pictures, as FFmpeg decodes them: `64,36`.
  private func decodedSizes(_ name: String) throws -> [String] {
    let text = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=width,height", "-of", "csv=p=0",
      folder.path(name),
    ]).text
    return text.split(separator: "\n").map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
  }

  private func luma(_ name: String) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", folder.path(name), "-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ]).bytes
  }

  /// H.264's decoder leaves out rows of the last macroblocks that only the sample entry leaves out.
  @Test(
    arguments: ["avc1", "hvc1"], [(64, 48), (128, 72), (1920, 1088), (64, 34)] as [(UInt16, UInt16)])
  func `pictures that are encoded again have the size in which they are decoded`(
    code: String, stated: (width: UInt16, height: UInt16)
  ) throws {
    try make(code, seconds: 1, state: stated.width, stated.height)
    let ending = try Command.run("transcode", "in.mp4", "out.mp4", "--crf", "10", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let sizes = try decodedSizes("in.mp4")
    try #require(sizes.count == 25 && Set(sizes) == [code == "avc1" && stated.height == 34 ? "64,34" : "64,36"])
    #expect(try decodedSizes("out.mp4") == sizes)
    let (before, after) = (try luma("in.mp4"), try luma("out.mp4"))
    try #require(before.count == after.count)
    let difference = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference < 4 * before.count)
  }

  @Test(arguments: ["avc1", "hvc1"])
  func `CL-14: the pictures at the ends of a cut have the size of the copied ones`(code: String) throws {
    try make(code, seconds: 3, state: 64, 48)
    let ending = try Command.run("cut", "in.mp4", "out.mp4", "--from", "0.5", "--to", "2.5", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let sizes = try decodedSizes("out.mp4")
    #expect(sizes.count == 51 && Set(sizes) == ["64,36"])
  }
}
