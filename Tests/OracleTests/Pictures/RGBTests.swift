import Foundation
import TestSupport
import Testing

/// Pictures without luma and chroma, in codings that have nothing else.
@Suite(.enabled(if: [Tool.ffmpeg, .ffprobe].allSatisfy { $0.isInstalled(for: "no pictures are of RGB") }))
struct RGBTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func decoded(_ path: String) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1",
    ]).bytes
  }

  @Test(arguments: [("h264", "mp4"), ("vp9", "webm"), ("hevc", "mov")])
  func `other programs decode the same colours`(codec: String, container: String) throws {
    let (source, path) = (folder.path("in.mkv"), folder.path("out.\(container)"))
    let flat = "color=c=0x20A0E0:s=128x96:r=5:d=0.4,format=gbrp"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", flat, "-c:v", "libvpx-vp9", "-lossless", "1", source])
    let ledger = try LedgerDocument.transcoding(source, to: path, ["--video-codec", codec, "--speed", "ultrafast"])
    #expect(try Probe.read(path).streams.first?.pix_fmt == "yuv420p")
    let (ours, theirs) = (try decoded(path), try decoded(source))
    try #require(ours.count == theirs.count && !ours.isEmpty)
    let farthest = zip(ours, theirs).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(farthest <= 6)
    #expect(
      ledger.converted.first { $0.fact.hasSuffix("color.matrix") }?.reason == "RGB is converted to luma and chroma")
    #expect(ledger.changed.allSatisfy { $0.reason != nil })
  }

  /// Players take the matrix of high definition for BT.709 or not, so that only a stated one gives the same colours.
  @Test(arguments: [[], ["--size", "640x360"]])
  func `the matrix by which RGB became luma and chroma is stated`(options: [String]) throws {
    let (source, path) = (folder.path("in.png"), folder.path("out.mp4"))
    let flat = "color=c=0x20A0E0:s=1280x720,format=rgb24"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", flat, "-frames:v", "1", source])
    let ledger = try LedgerDocument.transcoding(source, to: path, ["--speed", "ultrafast"] + options)
    #expect(try Probe.read(path).streams.first?.color_space == "bt709")
    let (ours, theirs) = (try decoded(path), try decoded(source))
    try #require(!ours.isEmpty && !theirs.isEmpty)
    let farthest = zip(ours, theirs).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(farthest <= 6)
    #expect(
      ledger.changed.first { $0.fact.hasSuffix("color.range") }?.reason == "RGB is converted to luma and chroma")
  }
}
