import Foundation
import TestSupport
import Testing

/// Pictures that a movie's matrix turns stand upright in every other container.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no pictures are turned"))) struct TurnTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Without loss that is seen.
  private static let fine = ["--crf", "2", "--speed", "ultrafast"]

  private func transcode(_ source: String, _ output: String, _ options: [String]) throws -> LedgerDocument {
    try .transcoding(source, to: folder.path(output), options)
  }

  private func stream(_ name: String) throws -> Probe.Stream {
    try #require(try Probe.read(folder.path(name)).streams.first)
  }

  /// A picture as FFmpeg shows it, bytes B, G, R and A.
  ///
  /// - Parameters:
  ///   - turn: what was done to the pictures since their samples of colour were at the left of those of luma.
  ///   - isTurned: whether FFmpeg turns them as the file says.
  private func picture(_ number: Int, of name: String, after turn: ScreenClip.Turn, isTurned: Bool) throws -> [UInt8] {
    let place = "in_h_chr_pos=\(128 - 128 * turn.a):in_v_chr_pos=\(128 - 128 * turn.b)"
    let conversion = "scale=in_color_matrix=bt709:in_range=tv:\(place):flags=bicubic+accurate_rnd+full_chroma_int"
    return try Tool.ffmpeg.run(
      ["-v", "error"] + (isTurned ? [] : ["-noautorotate"]) + [
        "-i", folder.path(name), "-vf", "select=eq(n\\,\(number)),\(conversion)+full_chroma_inp,format=bgra",
        "-frames:v", "1", "-f", "rawvideo", "-",
      ]
    ).bytes
  }

  @Test(arguments: ScreenClip.Turn.all)
  func `CL-10 pictures that are encoded are turned where the container is no movie`(turn: ScreenClip.Turn) throws {
    let clip = try ScreenClip(.bt709, turn: turn, in: folder)
    let shown = try clip.picture(3)
    for (name, options) in [
      ("out.mkv", Self.fine), ("out.ts", Self.fine), ("out.webm", ["--crf", "4", "--speed", "ultrafast"]),
      ("archive.mkv", ["--preset", "archive"]),
    ] {
      let ledger = try transcode(clip.url.path, name, options)
      let stream = try stream(name)
      #expect(stream.width == clip.size.width && stream.height == clip.size.height)
      #expect(stream.facts["rotation"] == .some(nil))
      let quality = try ScreenClip.quality(picture(3, of: name, after: turn, isTurned: false), shown)
      #expect(quality >= 38, "\(name) \(turn): \(quality) dB")
      let rotation = ledger.dropped.first { $0.fact.hasSuffix("rotation") || $0.fact.hasSuffix("video.matrix") }
      #expect((rotation == nil) == (turn == ScreenClip.Turn.all[0]))
      if let rotation { #expect(rotation.reason == "the pictures are rotated instead") }
      if turn.swapsSides {
        let size = ledger.converted.first { $0.fact.hasSuffix("video.size") }
        #expect(size?.to == "96x160" && size?.reason == "the pictures are rotated instead")
      }
    }
  }

  @Test(arguments: ScreenClip.Turn.all)
  func `copies to Matroska say how they are turned, and come back with it`(turn: ScreenClip.Turn) throws {
    let clip = try ScreenClip(.bt709, turn: turn, in: folder)
    let (stored, source) = (clip.url.lastPathComponent, try clip.picture(3))
    let ledger = try transcode(clip.url.path, "out.mkv", ["--video-codec", "copy"])
    #expect(ledger.dropped.allSatisfy { !$0.fact.hasSuffix("rotation") && !$0.fact.hasSuffix("video.matrix") })
    // The other program turns the same packets as the file says.
    let shown = try picture(3, of: "out.mkv", after: turn, isTurned: true)
    #expect(try shown == picture(3, of: stored, after: turn, isTurned: true))
    #expect(ScreenClip.quality(shown, source) >= 38)
    let back = try transcode(folder.path("out.mkv"), "back.mov", ["--video-codec", "copy"])
    #expect(back.changed.allSatisfy { !$0.fact.hasSuffix("rotation") && !$0.fact.hasSuffix("video.matrix") })
    #expect(try stream("back.mov").facts["rotation"] == stream(stored).facts["rotation"])
  }

  @Test func `a copy in a stream says it as well`() throws {
    let source = Files.fixture("h264-rotated.mov")
    let script = #""$0" transcode "$1" - --format mkv --video-codec copy -q > out.mkv"#
    let ending = try Command(["-c", script, Tool.avwrite.path ?? "", source], of: "/bin/sh", in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try stream("out.mkv").facts["rotation"] == Probe.read(source).streams.first?.facts["rotation"])
    let checked = try Tool.ffmpeg.run([
      "-v", "warning", "-err_detect", "crccheck", "-i", folder.path("out.mkv"), "-f", "null", "-",
    ])
    #expect(checked.text.isEmpty)
  }

  @Test func `a copy to a container without a place for it says how the picture is shown`() throws {
    let ledger = try transcode(Files.fixture("h264-rotated.mov"), "out.ts", ["--video-codec", "copy"])
    let rotation = ledger.dropped.first { $0.fact == "track.1.video.rotation" }
    #expect(rotation?.reason == "ts has no place for it, and players show the picture as it is stored")
  }

  @Test func `sizes that are asked for are those of the upright picture, and oblong pixels turn with it`() throws {
    let name = "oblong.mov"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=1", "-vf", "setsar=4/3", "-pix_fmt", "yuv420p",
      folder.path(name),
    ])
    try ScreenClip.Turn.all[5].write(to: folder.file(name))
    _ = try transcode(folder.path(name), "same.mkv", Self.fine)
    let same = try stream("same.mkv")
    #expect(same.width == 96 && same.height == 160 && same.sample_aspect_ratio == "3:4")
    // 213x96 on its side is 96x213.
    _ = try transcode(folder.path(name), "small.mkv", Self.fine + ["--max-size", "72x160"])
    let small = try stream("small.mkv")
    #expect(small.width == 72 && small.height == 160 && ["1:1", nil].contains(small.sample_aspect_ratio))
  }

  @Test func `pixels have the shape of the track header where the sample entry states none`() throws {
    let name = "header.mov"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=1", "-pix_fmt", "yuv420p", folder.path(name),
    ])
    var movie = try Data(contentsOf: folder.file(name))
    if let box = movie.range(of: Data("pasp".utf8)) { movie.replaceSubrange(box, with: Data("free".utf8)) }
    let header = try #require(movie.range(of: Data("tkhd".utf8)))
    // The width is behind the matrix (ISO 14496-12, 8.3.2), in 16.16 fixed point: 320.
    movie.replaceSubrange(header.upperBound + 76..<header.upperBound + 80, with: [1, 64, 0, 0])
    try movie.write(to: folder.file(name))
    for (output, options) in [("same.mkv", Self.fine), ("copy.mov", ["--video-codec", "copy"])] {
      _ = try transcode(folder.path(name), output, options)
      let stream = try stream(output)
      #expect(stream.width == 160 && stream.height == 96 && stream.sample_aspect_ratio == "2:1", "\(output)")
    }
  }

  @Test func `fields that would come to stand upright are made whole pictures`() throws {
    let name = "fields.mov"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=50:duration=1", "-vf",
      "tinterlace=interleave_top,fieldorder=tff,format=yuv420p", "-c:v", "libx264", "-flags", "+ildct+ilme",
      "-x264opts",
      "tff=1", folder.path(name),
    ])
    try ScreenClip.Turn.all[5].write(to: folder.file(name))
    _ = try transcode(folder.path(name), "out.mkv", Self.fine)
    #expect(try stream("out.mkv").field_order == "progressive")
    let filters = "bwdif=mode=send_frame:deint=interlaced,transpose=clock,format=gray"
    func luma(_ name: String, _ options: [String]) throws -> [UInt8] {
      try Tool.ffmpeg.run(
        ["-v", "error", "-noautorotate", "-i", folder.path(name)] + options + ["-f", "rawvideo", "-"]
      ).bytes
    }
    let (made, wanted) = (
      try luma("out.mkv", ["-pix_fmt", "gray"]), try luma(name, ["-vf", filters, "-vsync", "0"])
    )
    #expect(made.count == wanted.count)
    let error = zip(made, wanted).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(made.count)
    #expect(error < 4, "mean squared error \(error)")
  }

  @Test func `segments are turned, too`() throws {
    let clip = try ScreenClip(.bt709, turn: ScreenClip.Turn.all[5], seconds: 4, in: folder)
    _ = try transcode(clip.url.path, "whole.mkv", Self.fine)
    _ = try transcode(clip.url.path, "segments.mkv", Self.fine + ["--parallel", "segment"])
    let files = try ["whole.mkv", "segments.mkv"].map { name in
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "framemd5", "-"]).text
    }
    #expect(files[0] == files[1])
  }
}
