import Foundation
import TestSupport
import Testing

/// Which tracks are shown unasked and what they are for, in Matroska's flags as mkvmerge and ffprobe read them.
@Suite(
  .enabled(
    if: [Tool.ffmpeg, .ffprobe, .mkvmerge].allSatisfy { $0.isInstalled(for: "flags of tracks are not compared") }))
struct TrackFlagTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Identification: Decodable {
    struct Track: Decodable {
      var type: String
      var properties: Properties
    }
    struct Properties: Decodable {
      var default_track: Bool
      var forced_track: Bool
      var flag_original: Bool?
      var flag_commentary: Bool?
      var flag_hearing_impaired: Bool?
      var flag_visual_impaired: Bool?
    }
    var tracks: [Track]
  }

  /// A line for each track: its kind, and the flags that are set.
  private func flags(_ path: String) throws -> [String] {
    let output = try Tool.mkvmerge.run(["-J", path])
    return try JSONDecoder().decode(Identification.self, from: output.data).tracks.map { track in
      let properties = track.properties
      let flags = [
        ("default", properties.default_track), ("forced", properties.forced_track),
        ("original", properties.flag_original ?? false), ("commentary", properties.flag_commentary ?? false),
        ("hearing", properties.flag_hearing_impaired ?? false), ("visual", properties.flag_visual_impaired ?? false),
      ]
      return ([track.type] + flags.filter(\.1).map(\.0)).joined(separator: " ")
    }
  }

  /// The same as ffprobe has it.
  private func dispositions(_ path: String) throws -> [String] {
    let names = [
      ("default", "default"), ("forced", "forced"), ("original", "original"), ("comment", "commentary"),
      ("hearing_impaired", "hearing"), ("visual_impaired", "visual"),
    ]
    return try Probe.read(path).streams.map { stream in
      let kind = stream.codec_type == "subtitle" ? "subtitles" : stream.codec_type
      return ([kind] + names.filter { stream.disposition[$0.0] == 1 }.map(\.1)).joined(separator: " ")
    }
  }

  private static let sound = ["audio original", "audio default visual", "audio commentary", "audio hearing"]
  private static let texts = ["subtitles default forced", "subtitles hearing"]

  /// - Parameter hasText: whether there are subtitles.
  private func source(hasText: Bool) throws -> String {
    let text = try folder.write("1\n00:00:00,100 --> 00:00:00,600\nYes\n", to: "in.srt")
    let tone = ["-f", "lavfi", "-i", "sine=d=1:r=48000"]
    let maps = ["0:v", "1:a", "1:a", "1:a", "1:a"] + (hasText ? ["2:s", "2:s"] : [])
    let flags =
      [("v", "default"), ("a:0", "original"), ("a:1", "default+visual_impaired"), ("a:2", "comment")]
      + [("a:3", "hearing_impaired")] + (hasText ? [("s:0", "default+forced"), ("s:1", "hearing_impaired")] : [])
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=10"] + tone + ["-i", text]
        + maps.flatMap { ["-map", $0] } + flags.flatMap { ["-disposition:\($0.0)", $0.1] }
        + ["-c:v", "libx264", "-c:a", "aac", "-c:s", "srt", folder.path("in.mkv")])
    return folder.path("in.mkv")
  }

  private func transcode(_ source: String, _ name: String) throws -> [String] {
    try LedgerDocument.transcoding(
      source, to: folder.path(name), ["--video-codec", "copy", "--audio-codec", "copy"]
    )
    .changed.map(\.fact)
    .filter { $0.contains(".role.") || $0.hasSuffix(".enabled") }.sorted()
  }

  @Test func `flags stay as they are`() throws {
    let source = try source(hasText: true)
    #expect(try flags(source) == ["video default"] + Self.sound + Self.texts)
    #expect(try transcode(source, "out.mkv") == [])
    #expect(try flags(folder.path("out.mkv")) == ["video default"] + Self.sound + Self.texts)
    #expect(try dispositions(folder.path("out.mkv")) == ["video default"] + Self.sound + Self.texts)
  }

  @Test(arguments: ["mov", "mp4"])
  func `a movie keeps them as tags`(kind: String) throws {
    let source = try source(hasText: false)
    #expect(try transcode(source, "middle.\(kind)") == [])
    #expect(try transcode(folder.path("middle.\(kind)"), "out.mkv") == [])
    #expect(try flags(folder.path("out.mkv")) == ["video default"] + Self.sound)
  }

  @Test func `a transport stream has no place for them, which is said`() throws {
    #expect(
      try transcode(try source(hasText: false), "out.ts") == [
        "track.2.enabled", "track.2.role.original", "track.3.role.describesVideo", "track.4.enabled",
        "track.4.role.auxiliary", "track.5.enabled", "track.5.role.enhancesSpeech",
      ])
  }
}
