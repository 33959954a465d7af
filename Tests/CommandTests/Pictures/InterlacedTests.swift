import Foundation
import TestSupport
import Testing

/// Interlaced pictures stay so, and are tagged, or are made whole.
@Suite struct InterlacedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A moving pattern of fields.
  private func makeSource(_ order: String) throws -> String {
    let name = "source.mov"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=50:duration=1", "-vf",
      "tinterlace=interleave_\(order == "tt" ? "top" : "bottom"),fieldorder=\(order == "tt" ? "tff" : "bff"),format=yuv420p",
      "-c:v",
      "libx264", "-flags", "+ildct+ilme", "-x264opts", order == "tt" ? "tff=1" : "bff=1", folder.path(name),
    ])
    return name
  }

  private func facts(_ name: String) throws -> (order: String?, flags: Set<String>, count: Int) {
    let order = try Probe.values(of: folder.path(name), stream: "v:0", fields: ["field_order"])["field_order"]
    let text = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "frame=interlaced_frame,top_field_first", "-of",
      "csv=p=0",
      folder.path(name),
    ]).text
    let frames = text.split(separator: "\n").map { String($0.prefix(3)) }
    return (order, Set(frames), frames.count)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")), arguments: ["tt", "bb"],
    ["h264", "prores", "hevc", "mjpeg"])
  func `interlaced pictures stay interlaced and tagged`(order: String, codec: String) throws {
    let source = try makeSource(order)
    let ending = try Command.run(
      "transcode", source, "out.mov", "--video-codec", codec, "--speed", "ultrafast", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try facts(source), try facts("out.mov"))
    #expect(before.order == order && after.order == order)
    #expect(after.count == before.count)
    // x265 has no interlaced pictures of two fields, and JPEG has none at all: the container alone says it.
    if ["h264", "prores"].contains(codec) { #expect(after.flags == [order == "tt" ? "1,1" : "1,0"]) }
  }

  /// ffmpeg states the order of fields in its own movies, and not in MPEG-4 files.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")), arguments: ["tt", "bb"])
  func `fields that the pictures alone state are not lost in silence`(order: String) throws {
    let source = try makeSource(order)
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(source), "-c", "copy", folder.path("source.mp4")])
    let ledger = try LedgerDocument.transcoding(
      folder.path("source.mp4"), to: folder.path("whole.mov"), ["--deinterlace", "--speed", "ultrafast"])
    let fields = try #require(ledger.dropped.first { $0.fact == "track.1.video.fields" })
    #expect(fields.from == (order == "tt" ? "TemporalTopFirst" : "TemporalBottomFirst"))
    #expect(fields.reason == "deinterlaced")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")),
    arguments: [("out.webm", "vp9"), ("out.ts", "hevc"), ("out.ts", "h264"), ("out.mkv", "vp9")])
  func `that fields cannot be said is foretold`(output: String, codec: String) throws {
    let source = try makeSource("tt")
    let (fact, isKept) = ("track.1.video.fields", codec == "h264" || output == "out.mkv")
    let options = ["--video-codec", codec, "--speed", "ultrafast"]
    let ledger = try LedgerDocument.transcoding(folder.path(source), to: folder.path(output), options)
    #expect(ledger.dropped.contains { $0.fact == fact } != isKept)
    let words = ["transcode", source, output, "--force", "--require", fact] + options
    let ending = try Command(words, in: folder).ending()
    #expect(ending.exit == (isKept ? 0 : 69), "\(ending.errors)")
  }

  /// Rows are added, as to pictures of an odd size, and a clean aperture hides them.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")))
  func `fields with an odd number of rows stay fields`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x118:rate=50:duration=0.5", "-vf",
      "tinterlace=interleave_bottom,setfield=bff,format=yuv420p", "-c:v", "ffv1", "-field_order", "bb",
      folder.path("source.mkv"),
    ])
    let ending = try Command.run("transcode", "source.mkv", "out.mov", "--crf", "10", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let after = try facts("out.mov")
    #expect(after.order == "bb" && after.flags == ["1,0"])
    let similarity = try Tool.ffmpeg.run([
      "-i", folder.path("out.mov"), "-i", folder.path("source.mkv"), "-lavfi",
      "[0:v]crop=160:118:0:0[cut];[cut][1:v]ssim", "-f", "null", "-",
    ]).errors
    let all = similarity.components(separatedBy: "All:").last?.prefix { $0 != " " }
    #expect(Double(all ?? "") ?? 0 > 0.95, "\(similarity.suffix(200))")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")), arguments: ["tt", "bb"])
  func `--deinterlace makes one whole picture of each`(order: String) throws {
    let source = try makeSource(order)
    let ending = try Command.run(
      "transcode", source, "out.mov", "--deinterlace", "--speed", "ultrafast", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let after = try facts("out.mov")
    #expect(after.flags == ["0,0"])
    let (before, times) = (try Probe.read(folder.path(source)), try Probe.read(folder.path("out.mov")).times("v:0"))
    #expect(
      zip(before.times("v:0"), times).allSatisfy { abs($0 - $1) < 1e-4 } && times.count == before.times("v:0").count)
    // The same as libavfilter's own filter makes of it.
    let reference = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path(source), "-vf", "bwdif=mode=send_frame:deint=interlaced", "-vsync", "0", "-f",
      "rawvideo", "-",
    ]).data
    let lossless = try Command.run(
      "transcode", source, "whole.mov", "--deinterlace", "--video-codec", "h264", "--crf", "0", "--speed", "ultrafast",
      in: folder)
    #expect(lossless.exit == 0, "\(lossless.errors)")
    let found = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("whole.mov"), "-vsync", "0", "-f", "rawvideo", "-",
    ]).data
    #expect(found.count == reference.count && found.hashValue == reference.hashValue)
  }

  @Test func `pictures that are whole are left alone`() throws {
    let source = Files.fixture("h264-aac-small.mp4")
    for (name, options) in [("plain.mp4", []), ("deinterlaced.mp4", ["--deinterlace"])] as [(String, [String])] {
      let ending = try Command(["transcode", source, name, "--speed", "ultrafast"] + options, in: folder).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
    }
    #expect(
      FileManager.default.contentsEqual(atPath: folder.path("plain.mp4"), andPath: folder.path("deinterlaced.mp4")))
  }
}
