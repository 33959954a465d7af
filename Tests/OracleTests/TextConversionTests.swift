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
      guard name != "out.webm" else { continue }
      // Movies have text on a canvas of its own, which is the pictures'.
      #expect(try Probe.read(folder.path(name)).streams.first { $0.codec_type == "subtitle" }?.width == 32)
    }
    try Tool.avwrite.run(["transcode", folder.path("out.mov"), folder.path("out.mkv"), "--video-codec", "copy", "-q"])
    #expect(try Tool.mkvmerge.run(["-J", folder.path("out.mkv")]).text.contains("S_TEXT/UTF8"))
  }

  private func transcode(_ source: String, _ name: String, _ options: [String] = []) throws -> LedgerDocument {
    try LedgerDocument.transcoding(source, to: folder.path(name), ["--speed", "ultrafast"] + options)
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
    #expect(ledger.converted.allSatisfy { $0.reason != nil })
    #expect(
      try subtitles(folder.path("out.mov")) == [
        "00:00:00,200 --> 00:00:00,600|Red", "00:00:00,600 --> 00:00:01,000|Red|Above",
        "00:00:01,000 --> 00:00:01,400|Above",
      ])
  }

  /// WebVTT with names and settings.
  private func cues() throws -> String {
    let text = try folder.write(
      """
      WEBVTT

      intro
      00:00:00.120 --> 00:00:00.760 line:0 position:20% align:start
      Plain <i>and italic</i>

      00:00:00.760 --> 00:00:01.200 vertical:rl
      Two

      third
      00:00:02.000 --> 00:00:02.500
      Three


      """, to: "in.vtt")
    try Tool.ffmpeg.run(["-v", "error", "-i", text, "-c", "copy", folder.path("in.webm")])
    return folder.path("in.webm")
  }

  @Test(arguments: ["mkv", "webm"])
  func `cues of WebVTT keep their names and settings`(container: String) throws {
    let output = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", try cues(), output, "-q"])
    let text = try Tool.ffmpeg.run(["-v", "error", "-i", output, "-c", "copy", "-f", "webvtt", "-"]).text
    #expect(
      text.split(separator: "\n") == [
        "WEBVTT", "intro", "00:00.120 --> 00:00.760 line:0 position:20% align:start", "Plain <i>and italic</i>",
        "00:00.760 --> 00:01.200 vertical:rl", "Two", "third", "00:02.000 --> 00:02.500", "Three",
      ])
  }

  /// mkvmerge's own name of the coding, and its form of names and settings.
  @Test(arguments: ["mkv", "mp4"])
  func `WebVTT of mkvmerge is read`(container: String) throws {
    let (source, output) = (folder.path("in.mkv"), folder.path("out.\(container)"))
    _ = try cues()
    let pictures = ["--no-audio", Files.fixture("h264-aac-small.mp4")]
    try Tool.mkvmerge.run(["-q", "-o", source] + pictures + ["--language", "0:ger", folder.path("in.vtt")])
    try #require(try Tool.mkvmerge.run(["-J", source]).text.contains("S_TEXT/WEBVTT"))
    let ledger = try LedgerDocument.transcoding(source, to: output, ["--video-codec", "copy"])
    let lost = ledger.dropped.map(\.fact).filter { $0.hasPrefix("track.2") }
    #expect(lost == (container == "mkv" ? [] : ["track.2.style.identifier", "track.2.style.position"]))
    #expect(
      try subtitles(output).map { $0.replacing(/<\/?i>/, with: "") } == [
        "00:00:00,120 --> 00:00:00,760|Plain and italic", "00:00:00,760 --> 00:00:01,200|Two",
        "00:00:02,000 --> 00:00:02,500|Three",
      ])
  }

  @Test func `names and settings that a container has no place for are in the ledger`() throws {
    let ledger = try transcode(cues(), "out.mp4")
    #expect(ledger.dropped.map(\.fact) == ["track.1.style.identifier", "track.1.style.position"])
    #expect(ledger.dropped.allSatisfy { $0.reason != nil })
  }

  @Test func `text that becomes a subtitle tells why`() throws {
    let movie = folder.path("text.mov")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", try source("mov"), "-map", "0:s", "-c", "copy", "-tag:s", "text", movie,
    ])
    let ledger = try transcode(movie, "out.mkv")
    #expect(ledger.converted.contains { $0.to == "subtitle" && $0.reason != nil })
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
