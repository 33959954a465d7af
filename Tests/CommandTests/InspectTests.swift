import Foundation
import TestSupport
import Testing

/// `avwrite inspect`, beside what other programs say.
@Suite struct InspectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Document: Decodable {
    struct File: Decodable { var tracks: [Track] }
    struct Track: Decodable {
      struct Video: Decodable {
        struct HDR: Decodable {
          struct DolbyVision: Decodable {
            var profile: Int
            var level: Int
            var compatibility: Int
          }
          var formats: [String]
          var hdr10_plus_version: Int?
          var dolby_vision: DolbyVision?
        }
        var chroma: String?
        var bits: Int?
        var stereo: String?
        var hdr: HDR?
      }
      struct Timecode: Decodable {
        var start: String?
        var drop_frame: Bool
      }
      var id: Int
      var kind: String
      var profile: String?
      var level: String?
      var video: Video?
      var timecode: Timecode?
    }
    var files: [File]
  }

  private func tracks(_ path: String) throws -> [Document.Track] {
    let ending = try Command.run("inspect", path, "--json", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Schema("inspect").problems(with: ending.output) == [])
    return try #require(JSONDecoder().decode(Document.self, from: Data(ending.output.utf8)).files.first).tracks
  }

  private func lines(_ path: String) throws -> [String] {
    let ending = try Command.run("inspect", path, in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    return ending.output.split(separator: "\n").map(String.init)
  }

  @Test func `each track has two short lines`() throws {
    let lines = try lines(Files.fixture("h264-two-audio.mp4"))
    #expect(lines.filter { $0.hasPrefix("  track ") }.count == 5)
    #expect(lines.contains("  track 1 (video avc1), High@L1.2, 320x180, 25 fps, 4:2:0 8 bits, BT.709"), "\(lines)")
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  track ") {
      #expect(next.hasPrefix("    00:00:0") && next.contains(" + 00:00:0"), "\(next)")
      #expect(line.count <= 110 && next.count <= 110)
    }
  }

  @Test func `high dynamic range, roles and the timecode are there`() throws {
    let hdr = try lines(Files.fixture("hevc10-hdr10.mp4"))
    #expect(
      hdr.contains {
        $0.hasPrefix("  track 1 (video ")
          && $0.hasSuffix("Main 10@L2, 320x180, 24 fps, 4:2:0 10 bits, BT.2020/PQ, HDR10")
      }, "\(hdr)")
    let hlg = try lines(Files.fixture("hevc10-hlg.mp4"))
    #expect(hlg.contains { $0.hasSuffix("4:2:0 10 bits, BT.2020, HLG") }, "\(hlg)")
    let facts = try lines(Files.fixture("many-facts.mov"))
    #expect(facts.contains { $0.contains("(timecode tmcd), starts at ") }, "\(facts)")
  }

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "profiles are not compared with its words")),
    arguments: [
      "h264-aac.mov", "h264-aac.mkv", "h264-aac.ts", "h264-vfr.mov", "hevc10-hdr10.mp4", "mpeg4-odd.mp4",
      "prores-pcm24.mov", "vp9-opus.webm", "speech.m4a", "speech.flac",
    ])
  func `profiles are ffprobe's, and levels mediainfo's`(name: String) throws {
    let path = Files.fixture(name)
    for track in try tracks(path) where ["video", "audio"].contains(track.kind) {
      let stream = track.kind == "video" ? "v:0" : "a:0"
      let theirs = try Probe.values(of: path, stream: stream, fields: ["profile"])["profile"]
      #expect(track.profile == (theirs == "unknown" ? nil : theirs), "\(name) \(track.id)")
      guard track.kind == "video", Tool.mediainfo.isInstalled(for: "levels are not compared with its") else { continue }
      // "High@L2.1", "Main 10@L2@Main"
      let words = try Tool.mediainfo.run(["--Output=Video;%Format_Profile%", path]).text.split(separator: "@")
      let level = words.dropFirst().first.map { $0.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines) }
      #expect(track.level == level, "\(name)")
    }
  }

  @Test(
    .enabled(if: [Tool.ffmpeg, .mediainfo].allSatisfy { $0.isInstalled(for: "no levels are compared") }),
    arguments: [("mpeg2video", "out.ts"), ("libsvtav1", "out.mp4"), ("libx265", "out.mkv")])
  func `levels are written as their standards do`(encoder: String, output: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=0.4", "-pix_fmt", "yuv420p", "-c:v",
      encoder, folder.path(output),
    ])
    let track = try #require(tracks(output).first)
    // "Main@Main", "Main@L2.0", "Main@L2@Main"
    let words = try Tool.mediainfo.run(["--Output=Video;%Format_Profile%", folder.path(output)]).text
    let theirs = words.split(separator: "@").dropFirst().first?.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(track.profile == "Main")
    #expect(track.level.map { ["L\($0)", $0].contains(theirs) } == true, "\(track.level ?? ""): \(words)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nobody writes two views")),
    arguments: [("left_right", "side by side"), ("top_bottom", "top and bottom"), ("mono", nil)])
  func `two views in one picture are told`(mode: String, layout: String?) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-one-frame.mov"), "-c", "copy", "-metadata:s:v", "stereo_mode=\(mode)",
      folder.path("out.mkv"),
    ])
    #expect(try tracks("out.mkv").first?.video?.stereo == layout)
  }

  @Test(.enabled(if: Files.hasShared, "SKIPPED: needs ../shared/media; no camera's Dolby Vision and views are read"))
  func `Dolby Vision and views of cameras are told`() throws {
    let vision = try #require(tracks(Files.shared("mov/dolbyVision-hdr.MOV")).compactMap(\.video).first)
    #expect(vision.hdr?.formats == ["HLG", "Dolby Vision 8.4"])
    #expect(vision.hdr?.dolby_vision?.profile == 8 && vision.hdr?.dolby_vision?.compatibility == 4)
    let views = try #require(tracks(Files.shared("mov/water_180_mvhevc_5frames.mov")).compactMap(\.video).first)
    #expect(views.stereo == "multiview")
  }
}
