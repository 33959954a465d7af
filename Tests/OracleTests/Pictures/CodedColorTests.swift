import Foundation
import TestSupport
import Testing

/// Codecs whose decoders take a range or a matrix for granted, whatever the source's pictures have.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes pictures of other colours")))
struct CodedColorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first picture as ffmpeg shows it: red, green and blue.
  private func decoded(_ name: String) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path(name), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1",
    ]).bytes
  }

  /// Writes flat pictures of a colour that tells ranges and matrices apart.
  private func makeSource(_ name: String, size: String, scale: String, _ options: String...) throws {
    let flat = "color=c=0x20A0E0:s=\(size):r=5:d=0.4,scale=\(scale),format=yuv420p"
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", flat] + options + ["-c:v", "ffv1", folder.path(name)])
  }

  private func expectTheSameColors(_ one: String, _ other: String) throws {
    let (ours, theirs) = (try decoded(other), try decoded(one))
    try #require(ours.count == theirs.count && !ours.isEmpty)
    #expect(zip(ours, theirs).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } <= 4)
  }

  @Test func `pictures of full range are ProRes of video range`() throws {
    try makeSource("in.mkv", size: "128x96", scale: "out_range=full", "-color_range", "pc")
    let ledger = try LedgerDocument.transcoding(
      folder.path("in.mkv"), to: folder.path("out.mov"), ["--preset", "prores-hq"])
    try expectTheSameColors("in.mkv", "out.mov")
    #expect(
      ledger.changed.first { $0.fact.hasSuffix("color.range") }?.reason == "prores has video range alone")
  }

  @Test(arguments: ["out.mkv", "out.mov"]) func `pictures of any matrix are Motion JPEG of BT.601's`(
    output: String
  ) throws {
    try makeSource("in.mkv", size: "1280x720", scale: "out_color_matrix=bt709", "-colorspace", "bt709")
    let ledger = try LedgerDocument.transcoding(
      folder.path("in.mkv"), to: folder.path(output), ["--video-codec", "mjpeg"])
    try expectTheSameColors("in.mkv", output)
    let matrix = try #require(ledger.converted.first { $0.fact.hasSuffix("color.matrix") })
    #expect(matrix.to == "ITU_R_601_4" && matrix.reason == "mjpeg has the matrix of BT.601 alone")
  }
}
