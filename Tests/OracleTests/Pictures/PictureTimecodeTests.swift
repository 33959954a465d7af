import TestSupport
import Testing

/// A timecode that pictures themselves carry, as ffprobe's decoder finds it.
@Suite(
  .enabled(if: [Tool.ffmpeg, .ffprobe].allSatisfy { $0.isInstalled(for: "no pictures carry a timecode") }))
struct PictureTimecodeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// MPEG-2, whose groups of pictures begin with one.
  private func source() throws -> String {
    let path = folder.path("in.ts")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.4:s=64x48:r=25", "-c:v", "mpeg2video", "-gop_timecode",
      "01:02:03:04", path,
    ])
    return path
  }

  @Test(arguments: ["mov", "mp4", "mkv", "ts"])
  func `it is kept in copied pictures`(container: String) throws {
    let path = folder.path("out.\(container)")
    let ledger = try LedgerDocument.transcoding(
      source(), to: path, ["--video-codec", "copy", "--require", "timecode"])
    #expect(ledger.kept.first { $0.fact.hasSuffix(".video.timecode") }?.from == "01:02:03:04")
    #expect(try Witness.timecodeOfPictures(path) == "01:02:03:04")
  }

  @Test func `it is in the ledger where the pictures are encoded`() throws {
    let ledger = try LedgerDocument.transcoding(source(), to: folder.path("out.mp4"), ["--speed", "ultrafast"])
    let entry = ledger.dropped.first { $0.fact.hasSuffix(".video.timecode") }
    #expect(entry?.from == "01:02:03:04")
    #expect(entry?.reason == "encoded pictures carry no timecode")
  }
}
