import Foundation
import TestSupport
import Testing

/// Transparency and archives: what a picture is made of comes back.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program reads our alpha and our archives")))
struct AlphaTests {
  static let (width, height, count) = (160, 90, 5)
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A moving picture whose alpha is a ramp, made by the other program.
  private func source(_ codec: String, _ format: String) throws -> String {
    let path = folder.path("source-\(codec).mov")
    let alpha = "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X+7*N,256)'"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(Self.width)x\(Self.height):r=25,format=rgba,\(alpha)",
      "-frames:v", "\(Self.count)", "-c:v", codec, "-pix_fmt", format, path,
    ])
    return path
  }

  /// Four bytes a pixel.
  private func decoded(_ path: String) throws -> [UInt8] {
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]).bytes
  }

  private func psnr(_ a: [UInt8], _ b: [UInt8], where isWanted: (Int) -> Bool) -> Double {
    let places = a.indices.filter(isWanted)
    let squares = places.reduce(0) { $0 + (Int(a[$1]) - Int(b[$1])) * (Int(a[$1]) - Int(b[$1])) }
    return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(places.count) / Double(squares))
  }

  @Test(
    arguments: [("prores_ks", "yuva444p10le"), ("qtrle", "argb"), ("png", "rgba")], ["4444", "4444xq"])
  func `ProRes keeps the source's alpha`(source: (codec: String, format: String), profile: String) throws {
    let (source, path) = (try self.source(source.codec, source.format), folder.path("out.mov"))
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", "prores", "--profile", profile])
    let stream = try #require(Probe.read(path).streams.first)
    #expect(stream.pix_fmt == "yuva444p12le")
    let (ours, theirs) = (try decoded(path), try decoded(source))
    try #require(ours.count == theirs.count && ours.count == Self.width * Self.height * Self.count * 4)
    // Alpha is coded without loss; eight of its sixteen bits are compared.
    #expect(psnr(ours, theirs) { $0 % 4 == 3 } > 50)
    #expect(psnr(ours, theirs) { $0 % 4 != 3 } > 30)
    // "32 bits a pixel" says that there is alpha (QuickTime File Format, "Video sample description").
    #expect(try depth(path, profile == "4444" ? "ap4h" : "ap4x") == 32)
  }

  /// In pictures of its own, beside the others.
  private func transparentWebM(_ codec: String) throws -> String {
    let path = folder.path("in.webm")
    let options = ["-c:v", codec, "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-deadline", "realtime", "-b:v", "1M"]
    try Tool.ffmpeg.run(["-v", "error", "-i", try source("qtrle", "argb")] + options + [path])
    return path
  }

  /// As libvpx reads it: libavcodec's own decoders know no alpha.
  private func alpha(_ path: String, _ decoder: String? = nil) throws -> [UInt8] {
    let input = (decoder.map { ["-c:v", $0] } ?? []) + ["-i", path]
    return try Tool.ffmpeg.run(["-v", "error"] + input + ["-vf", "alphaextract", "-f", "rawvideo", "pipe:1"]).bytes
  }

  @Test(arguments: [("libvpx", "vp8"), ("libvpx-vp9", "vp9")])
  func `WebM's alpha is copied, decoded and encoded`(encoder: String, name: String) throws {
    let source = try transparentWebM(encoder)
    let original = try alpha(source, encoder)
    try #require(original.count == Self.width * Self.height * Self.count)
    let copied = try LedgerDocument.transcoding(source, to: folder.path("copy.mkv"), ["--video-codec", "copy"])
    #expect(copied.kept.contains { $0.fact == "track.1.video.alpha" })
    #expect(try alpha(folder.path("copy.mkv"), encoder) == original)

    let archive = try LedgerDocument.transcoding(source, to: folder.path("archive.mkv"), ["--video-codec", "ffv1"])
    #expect(archive.kept.contains { $0.fact == "track.1.video.alpha" })
    #expect(try alpha(folder.path("archive.mkv")) == original)

    let again = try LedgerDocument.transcoding(source, to: folder.path("out.webm"), ["--speed", "ultrafast"])
    #expect(again.kept.contains { $0.fact == "track.1.video.alpha" })
    #expect(psnr(try alpha(folder.path("out.webm"), "libvpx-vp9"), original) { _ in true } > 20)
  }

  @Test func `alpha that is not kept is in the ledger`() throws {
    let source = try transparentWebM("libvpx-vp9")
    for (options, reason) in [
      (["--video-codec", "copy"], "mp4 has no place for it beside the pictures"),
      (["--speed", "ultrafast"], "h264 is encoded without alpha"),
    ] {
      let output = folder.path("out-\(options[1]).mp4")
      let lost = try LedgerDocument.transcoding(source, to: output, options).dropped
      #expect(lost.first { $0.fact == "track.1.video.alpha" }?.reason == reason)
    }
    #expect(try depth(folder.path("out-copy.mp4"), "vp09") == 24)
  }

  @Test func `pictures without alpha get none`() throws {
    let path = folder.path("out.mov")
    let source = Files.fixture("h264-aac-small.mp4")
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", "prores", "--profile", "4444"])
    #expect(try Probe.read(path).streams.first?.pix_fmt == "yuv444p12le")
    #expect(try depth(path, "ap4h") == 24)
  }

  /// The field of the sample entry, 78 bytes behind its code (ISO 14496-12, 12.1.3).
  private func depth(_ path: String, _ code: String) throws -> Int {
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(file.range(of: Data(code.utf8), options: .backwards)?.lowerBound)
    return Int(file[place + 78]) << 8 | Int(file[place + 79])
  }

  /// A hash of the decoded samples in the format that the file itself has.
  private func hash(_ path: String, _ format: String) throws -> String {
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:v", "-pix_fmt", format, "-f", "md5", "pipe:1"]).text
  }

  @Test(
    arguments: [
      ("h264-aac-small.mp4", "yuv420p"), ("prores-pcm24.mov", "yuv422p10le"), ("mpeg4-odd.mp4", "yuv420p"),
      ("hevc10-hdr10.mp4", "yuv420p10le"), ("qtrle", "argb"), ("png", "rgb24"),
    ], ["mov", "mkv"])
  func `an archive has every bit`(source: (name: String, format: String), container: String) throws {
    let isFixture = source.name.contains(".")
    let original = isFixture ? Files.fixture(source.name) : try self.source(source.name, source.format)
    let path = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", original, path, "-q", "--video-codec", "ffv1", "--drop", "audio"])
    let (made, wanted) = (try hash(path, source.format), try hash(original, source.format))
    #expect(made == wanted)
    let (ours, theirs) = (try Probe.read(path), try Probe.read(original))
    let (stream, first) = (try #require(ours.streams.first), try #require(theirs.streams.first))
    #expect([stream.width, stream.height] == [first.width, first.height])
    #expect(!ours.packets(of: stream).contains { !$0.isKey })
  }
}
