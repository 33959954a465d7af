import Foundation
import TestSupport
import Testing

/// Pictures of codings that this build copies and does not write, or does not know.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes the pictures")))
struct ForeignPicturesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String, _ options: String...) throws {
    let sources = ["-f", "lavfi", "-i", "testsrc2=s=160x120:d=1", "-f", "lavfi", "-i", "sine=440:d=1"]
    try Tool.ffmpeg.run(["-v", "error"] + sources + options + [folder.path(name)])
  }

  @Test func `Theora is copied to Matroska with its headers`() throws {
    try make("in.ogv", "-an", "-c:v", "libtheora")
    let ending = try Command.run("transcode", "in.ogv", "out.mkv", "--video-codec", "copy", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    func pictures(_ name: String) throws -> [Substring] {
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "framemd5", "pipe:1"]).text
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
    }
    let (before, after) = (try pictures("in.ogv"), try pictures("out.mkv"))
    #expect(before.count == 25)
    #expect(before == after)
  }

  @Test func `the refusal of pictures without a known coding does not call it none`() throws {
    try make("in.webp", "-an", "-c:v", "libwebp_anim")
    let ending = try Command.run("transcode", "in.webp", "out.mp4", in: folder)
    // Newer libraries read animated WebP.
    #expect([0, 69].contains(ending.exit), "\(ending.errors)")
    #expect(!ending.errors.contains("decoder for none"), "\(ending.errors)")
  }

  /// Flash video of a coding's number that nobody knows, and without a statement of the size.
  @Test func `pictures of an unknown coding leave the sound readable`() throws {
    try make("in.flv", "-c:v", "flv", "-c:a", "aac", "-flvflags", "no_metadata")
    var bytes = try [UInt8](Data(contentsOf: folder.file("in.flv")))
    // Behind the header come tags, each with its size in front of it in the last four bytes.
    var tag = 13
    while tag + 11 < bytes.count {
      let size = Int(bytes[tag + 1]) << 16 | Int(bytes[tag + 2]) << 8 | Int(bytes[tag + 3])
      // The low half of a picture's first byte is the coding's number.
      if bytes[tag] == 9 { bytes[tag + 11] = bytes[tag + 11] & 0xF0 | 12 }
      tag += 11 + size + 4
    }
    try Data(bytes).write(to: folder.file("unknown.flv"))
    let facts = try Command.run("inspect", "unknown.flv", in: folder)
    #expect(facts.exit == 0 && facts.output.contains("no decoder"), "\(facts.output)\(facts.errors)")
    #expect(try Command.run("transcode", "unknown.flv", "refused.mp4", in: folder).exit == 69)
    let ending = try Command.run("transcode", "unknown.flv", "out.m4a", "--video-codec", "none", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Probe.read(folder.path("out.m4a")).tracks.count == 1)
  }
}
