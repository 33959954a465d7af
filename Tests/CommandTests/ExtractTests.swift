import Foundation
import TestSupport
import Testing

/// `avwrite extract`.
@Suite struct ExtractTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func extract(_ path: String, _ options: String) throws -> Command.Ending {
    let words = ["extract", path, "--output-dir", "."] + options.split(separator: " ").map(String.init)
    let ending = try Command(words, in: folder).ending()
    if options.contains("--json"), ending.exit == 0 {
      #expect(try Schema("extract").problems(with: ending.output) == [])
    }
    return ending
  }

  /// The times and texts of a text file, by ffmpeg.
  private func cues(_ path: String, _ stream: String = "0") throws -> [String] {
    let file = folder.path("\(UUID().uuidString).srt")
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Tool.ffmpeg.run(["-nostdin", "-v", "error", "-i", path, "-map", stream, "-f", "srt", file])
    return try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n\n")
      .map { $0.split(separator: "\n").dropFirst().joined(separator: "|") }.filter { !$0.isEmpty }
  }

  @Test(arguments: [("h264-two-audio.mp4", "srt"), ("h264-flac-srt.mkv", "srt"), ("h264-flac-srt.mkv", "vtt")])
  func `subtitles become a file with the same times and texts`(name: String, format: String) throws {
    let path = Files.fixture(name)
    let ending = try extract(path, "--subtitles --format \(format) --name out --json")
    #expect(ending.exit == 0, "\(ending)")
    let made = try #require(folder.names.first { $0.hasSuffix("." + format) })
    #expect(made.hasPrefix("out."))
    let (ours, theirs) = (try cues(folder.path(made)), try cues(path, "0:s:0"))
    #expect(!ours.isEmpty && ours.count == theirs.count, "\(ours) \(theirs)")
    for (one, other) in zip(ours, theirs) {
      // The same words at the same time, whatever the marks of style.
      #expect(one.prefix(8) == other.prefix(8), "\(one) \(other)")
      let plain = [one, other].map { $0.replacing(/<[^>]*>|\{[^}]*\}/, with: "").split(separator: "|").dropFirst() }
      #expect(plain[0] == plain[1], "\(one) \(other)")
    }
    if format == "vtt" { #expect(try folder.read(made).hasPrefix("WEBVTT\n\n")) }
  }

  @Test func `WebVTT has the style sheets and regions of its source, and SubRip says that it has not`() throws {
    let head = "WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:left\nwidth:40%\n\n"
    let cue = "00:00:00.000 --> 00:00:01.000 region:left\nsome <b>text</b>\n"
    try folder.write(head + "NOTE a remark\n\n" + cue, to: "in.vtt")
    #expect(try Command.run("transcode", "in.vtt", "in.mkv", in: folder).exit == 0)
    for source in ["in.vtt", "in.mkv"] {
      let ending = try extract(source, "--subtitles --format vtt --name out --force")
      #expect(ending.exit == 0, "\(ending)")
      #expect(try folder.read("out.1.vtt") == head + cue)
      let plain = try extract(source, "--subtitles --format srt --name out --force")
      #expect(plain.exit == 0 && (plain.output + plain.errors).contains("definitions"), "\(plain)")
      let quiet = try extract(source, "--subtitles --format srt --name out --force -q")
      #expect(quiet.exit == 0 && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
    }
  }

  @Test func `covers are written as they are stored`() throws {
    let ending = try extract(Files.fixture("speech.m4a"), "--cover --json")
    #expect(ending.exit == 0, "\(ending)")
    #expect(folder.names == ["speech-cover.jpg"])
    let stored = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", Files.fixture("speech.m4a"), "-map", "0:v", "-c", "copy", "-f", "image2pipe",
      "-",
    ]).bytes
    let written = [UInt8](try Data(contentsOf: folder.file("speech-cover.jpg")))
    #expect(written == stored)
  }

  @Test(.enabled("mkvmerge is not installed") { Tool.mkvmerge.path != nil })
  func `attached files have their own names, which lead nowhere else`() throws {
    try folder.write("a font", to: "a.ttf")
    try Tool.mkvmerge.run([
      "-q", "-o", folder.path("in.mkv"), "--attachment-name", "../../etc/.hidden.ttf", "--attachment-mime-type",
      "font/ttf", "--attach-file", folder.path("a.ttf"), Files.fixture("h264-one-frame.mov"),
    ])
    let ending = try extract("in.mkv", "--attachments --json")
    #expect(ending.exit == 0, "\(ending)")
    #expect(folder.names == ["a.ttf", "hidden.ttf", "in.mkv"])
    #expect(try folder.read("hidden.ttf") == "a font")
  }

  @Test(arguments: [
    (69, "h264-aac.mov", "--cover", "no cover"), (69, "h264-aac.mov", "--subtitles", "no such track of text"),
    (69, "h264-aac.mov", "--attachments", "no attached files"), (64, "h264-aac.mov", "", "--subtitles, --cover"),
    (64, "h264-aac.mov", "--cover --format vtt", "no effect"), (66, "none.mov", "--cover", "no such file"),
    (69, "h264-two-audio.mp4", "--subtitles --tracks subtitle:jpn", "no such track of text"),
    (69, "h264-two-audio.mp4", "--subtitles --attachments", "no attached files"),
  ])
  func `what is not there is an error, and nothing is written`(
    exit: Int32, name: String, options: String, words: String
  ) throws {
    let ending = try extract(name == "none.mov" ? name : Files.fixture(name), options)
    #expect(ending.exit == exit && ending.errors.contains(words), "\(ending)")
    #expect(folder.names.isEmpty)
  }

  @Test func `a folder or the input may have the name that those of the files begin with`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("song"), withIntermediateDirectories: false)
    for name in ["bare", "song.m4a"] {
      try FileManager.default.copyItem(atPath: Files.fixture("speech.m4a"), toPath: folder.path(name))
      let ending = try extract(name, "--cover")
      #expect(ending.exit == 0, "\(ending)")
    }
    #expect(Set(folder.names) == ["bare", "bare-cover.jpg", "song", "song-cover.jpg", "song.m4a"])
  }

  @Test func `no file is replaced unasked`() throws {
    try folder.write("mine", to: "speech-cover.jpg")
    #expect(try extract(Files.fixture("speech.m4a"), "--cover").exit == 73)
    #expect(try folder.read("speech-cover.jpg") == "mine")
    #expect(try extract(Files.fixture("speech.m4a"), "--cover --force").exit == 0)
    #expect(try Data(contentsOf: folder.file("speech-cover.jpg")).starts(with: [0xFF, 0xD8]))
  }
}
