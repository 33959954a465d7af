import Foundation
import TestSupport
import Testing

/// Subtitles in every container that has some, in its own form, as ffmpeg reads them back.
@Suite(
  .enabled(
    if: [Tool.ffmpeg, .ffprobe, .mediainfo, .mkvmerge].allSatisfy {
      $0.isInstalled(for: "text of other programs is not converted")
    }))
struct TextConversionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let cues = """
    1
    00:00:00,120 --> 00:00:00,760
    Plain <i>and italic</i>

    2
    00:00:00,760 --> 00:00:01,200
    Two
    <b>lines</b>

    3
    00:00:02,040 --> 00:00:02,880
    日本 & <u>äöü</u>


    """

  private static let codecs = ["mkv": "srt", "mov": "mov_text", "mp4": "mov_text", "webm": "webvtt"]

  private func source(_ container: String, _ cues: String = cues) throws -> String {
    let (text, path) = (try folder.write(cues, to: "in.srt"), folder.path("in.\(container)"))
    let pictures = container == "webm" ? ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"] : ["libx264"]
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "color=s=32x32:r=5:d=3", "-i", text, "-map", "0:v", "-map", "1:s", "-c:v"]
        + pictures + ["-c:s", Self.codecs[container] ?? "srt", "-metadata:s:s:0", "language=ger", path])
    return path
  }

  /// The subtitles as ffmpeg makes SubRip of them, without the font that it gives those of movies.
  private func subtitles(_ path: String) throws -> [String] {
    let text = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:s:0", "-f", "srt", "-"]).text
    return text.replacing("\r\n", with: "\n").replacing(/<\/?font[^>]*>/, with: "").split(separator: "\n\n").map {
      cue in
      cue.split(separator: "\n").dropFirst().joined(separator: "|")
    }
  }

  @Test(arguments: ["mkv", "mov", "mp4", "webm"], ["mkv", "mov", "mp4", "webm"])
  func `texts, times and styles arrive`(from: String, to: String) throws {
    let (source, output) = (try source(from), folder.path("out.\(to)"))
    let expected = [
      "00:00:00,120 --> 00:00:00,760|Plain <i>and italic</i>", "00:00:00,760 --> 00:00:01,200|Two|<b>lines</b>",
      "00:00:02,040 --> 00:00:02,880|日本 & <u>äöü</u>",
    ]
    try Tool.avwrite.run(["transcode", source, output, "--speed", "ultrafast", "-q"])
    #expect(try subtitles(output) == expected)
    let stream = try #require(try Probe.read(output).streams.first { $0.codec_type == "subtitle" })
    let expectedCodec = from == "webm" && to == "mkv" ? "webvtt" : Self.codecs[to]?.replacing("srt", with: "subrip")
    #expect(stream.codec_name == expectedCodec)
    #expect(["ger", "deu"].contains(stream.tags?["language"]))
  }

  @Test func `other programs know what it is`() throws {
    let source = try source("mkv")
    for (name, format) in [("out.mp4", "Timed Text"), ("out.mov", "Timed Text"), ("out.webm", "D_WEBVTT/SUBTITLES")] {
      try Tool.avwrite.run(["transcode", source, folder.path(name), "--speed", "ultrafast", "-q"])
      let text = try MediaReport.mediainfo(folder.file(name)).first { $0["@type"] == "Text" }
      #expect(text?["Format"] == format)
    }
    try Tool.avwrite.run(["transcode", folder.path("out.mov"), folder.path("out.mkv"), "--video-codec", "copy", "-q"])
    #expect(try Tool.mkvmerge.run(["-J", folder.path("out.mkv")]).text.contains("S_TEXT/UTF8"))
  }

  private struct Result: Decodable {
    struct Entry: Decodable {
      var fact: String
      var to: String?
      var reason: String?
    }
    struct Ledger: Decodable {
      var converted: [Entry]
      var dropped: [Entry]
    }
    var ledger: Ledger
  }

  private func transcode(_ source: String, _ name: String, _ options: [String] = []) throws -> Result.Ledger {
    let arguments = ["transcode", source, folder.path(name), "--speed", "ultrafast", "--json", "-q"] + options
    return try JSONDecoder().decode(Result.self, from: try Tool.avwrite.run(arguments).data).ledger
  }

  @Test func `overlapping texts are shown together in a movie, and styles that it does not get are in the ledger`()
    throws
  {
    let source = try source(
      "mkv",
      """
      1
      00:00:00,200 --> 00:00:01,000
      <font color="#ff0000">Red</font>

      2
      00:00:00,600 --> 00:00:01,400
      {\\an8}Above


      """)
    let ledger = try transcode(source, "out.mov")
    #expect(ledger.converted.contains { $0.fact == "track.2.codec" && $0.to == "tx3g" && $0.reason != nil })
    #expect(ledger.dropped.map(\.fact) == ["track.2.style.color", "track.2.style.position"])
    #expect(
      try subtitles(folder.path("out.mov")) == [
        "00:00:00,200 --> 00:00:00,600|Red", "00:00:00,600 --> 00:00:01,000|Red|Above",
        "00:00:01,000 --> 00:00:01,400|Above",
      ])
  }

  @Test(arguments: ["mov", "mkv"])
  func `a part of the source has the texts of that part`(from: String) throws {
    let source = try source(from)
    for name in ["out.mp4", "out.webm"] {
      _ = try transcode(source, name, ["--start", "1", "--end", "2.5"])
      #expect(
        try subtitles(folder.path(name)) == [
          "00:00:00,000 --> 00:00:00,200|Two|<b>lines</b>", "00:00:01,040 --> 00:00:01,500|日本 & <u>äöü</u>",
        ])
    }
  }
}
