import Foundation
import TestSupport
import Testing

/// `--add`: tracks of other files, as ffprobe and ffmpeg find them in the output.
@Suite struct AddedTrackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let movie = Files.fixture("h264-aac.mov")
  private static let speech = Files.fixture("speech.m4a")
  private static let copying = ["--video-codec", "copy", "--audio-codec", "copy"]

  @discardableResult
  private func transcode(_ arguments: [String]) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `sound is copied beside the input's, packet for packet, with its language`(output: String) throws {
    let json = try transcode([Self.movie, output, "--json", "--add", Self.speech + ":audio:de"] + Self.copying).output
    let (before, speech) = (try Probe.read(Self.movie), try Probe.read(Self.speech))
    let after = try Probe.read(folder.path(output))
    #expect(after.streams.map(\.codec_type) == ["video", "audio", "audio"])
    #expect(after.hashes("v:0") == before.hashes("v:0") && after.hashes("a:0") == before.hashes("a:0"))
    #expect(after.hashes("a:1") == speech.hashes("a:0"))
    #expect(["de", "deu", "ger"].contains(after.streams[2].tags?["language"]))
    // Players would present both.
    #expect(after.streams.map { $0.disposition["default"] } == [1, 1, 0])
    struct Result: Decodable { var ledger: LedgerDocument }
    let ledger = try JSONDecoder().decode(Result.self, from: Data(json.utf8)).ledger
    #expect(ledger.added.contains { $0.to == "audio of \(Self.speech)" && $0.reason == "--add" })
    #expect(try Schema("event").problems(with: json) == [])
  }

  @Test func `sound takes the place of the input's, and is encoded where the container needs it`() throws {
    let wave = Files.fixture("speech.wav")
    try transcode([Self.movie, "out.mp4", "--video-codec", "copy", "--drop", "audio", "--add", wave])
    let after = try Probe.read(folder.path("out.mp4"))
    #expect(after.streams.map(\.codec_name) == ["h264", "aac"])
    #expect(after.streams[1].disposition["default"] == 1)
    let lengths = try [wave, folder.path("out.mp4")].map { path in
      try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "a:0", "-f", "s16le", "-"]).data.count / 2
    }
    // Decoders give the whole of the last packet.
    #expect((0..<1024).contains(lengths[1] - lengths[0]))
  }

  @Test func `CL-11: a track that is added twice is refused, and not left out in silence`() throws {
    for second in [Self.speech, Self.speech + ":audio:fr"] {
      let words = ["transcode", Self.movie, "out.mp4", "--add", Self.speech + ":audio:de", "--add", second]
      let ending = try Command(words, in: folder).ending()
      #expect(ending.exit == 64 && ending.errors.contains("is added already"), "\(ending.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  private static let cues = "1\n00:00:00,500 --> 00:00:00,900\nOne\n\n2\n00:00:01,100 --> 00:00:01,600\nTwo & three\n"

  /// The texts with their times, as ffmpeg writes them.
  private func texts(_ name: String) throws -> [String] {
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-map", "s:0", "-f", "srt", "-"]).text
      .replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(arguments: [("out.mp4", "mov_text"), ("out.mkv", "subrip")])
  func `a file of subtitles becomes a track of the container's text`(output: String, codec: String) throws {
    try folder.write(Self.cues, to: "subs.srt")
    try transcode([Self.movie, output, "--add", "subs.srt:subtitle:pt-BR"] + Self.copying)
    let stream = try #require(Probe.read(folder.path(output)).streams.last)
    #expect(stream.codec_name == codec)
    #expect(["por", "pt-BR", "pt"].contains(stream.tags?["language"]))
    #expect(try texts(output).filter { !$0.contains("-->") } == ["1", "One", "2", "Two & three"])
    // A movie's texts have pauses between them.
    let times = try Probe.read(folder.path(output)).times("s:0")
    #expect(times.contains { abs($0 - 0.5) < 0.002 } && times.contains { abs($0 - 1.1) < 0.002 }, "\(times)")
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `cues of WebVTT are found behind style sheets, regions and text that is none of these`(output: String) throws {
    try folder.write(
      """
      WEBVTT a title

      STYLE
      ::cue { color: red }

      REGION
      id:fred

      NOTE a comment

      of nobody

      first
      00:00.500 --> 00:00.900 line:0
      One

      00:00:01.100-->00:00:01.600
      Two
      lines
      """, to: "style.vtt")
    try transcode([Self.movie, output, "--add", "style.vtt"] + Self.copying)
    #expect(try texts(output).filter { !$0.contains("-->") } == ["1", "One", "2", "Two", "lines"])
    let times = try Probe.read(folder.path(output)).times("s:0")
    #expect(times.contains { abs($0 - 0.5) < 0.05 } && times.contains { abs($0 - 1.1) < 0.05 }, "\(times)")
  }

  @Test func `text is UTF-8 or UTF-16, and in another encoding it is refused`() throws {
    let cues = "1\n00:00:00,500 --> 00:00:00,900\nCafé\n"
    let wide = try #require(cues.data(using: .utf16LittleEndian))
    try (Data([0xFF, 0xFE]) + wide).write(to: folder.file("wide.srt"))
    try transcode([Self.movie, "out.mkv", "--add", "wide.srt"] + Self.copying)
    #expect(try texts("out.mkv").last == "Café")
    try Data(cues.unicodeScalars.map { UInt8($0.value) }).write(to: folder.file("latin.srt"))
    for name in ["refused.mkv", "refused.mp4"] {
      let words = ["transcode", Self.movie, name, "--add", "latin.srt"] + Self.copying
      let ending = try Command(words, in: folder).ending()
      #expect(ending.exit == 67)
      #expect(ending.errors.contains("latin.srt: the text is neither UTF-8 nor UTF-16"), "\(ending.errors)")
      #expect(!folder.names.contains(name))
    }
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `a text that ends when it begins is not shown`(output: String) throws {
    try folder.write(
      "1\n00:00:00,500 --> 00:00:00,500\nNever\n\n2\n00:00:01,100 --> 00:00:01,600\nOnce\n", to: "subs.srt")
    try transcode([Self.movie, output, "--add", "subs.srt"] + Self.copying)
    #expect(try texts(output).filter { !$0.contains("-->") } == ["1", "Once"])
  }

  @Test func `the end of a text that is too long for a movie is in the ledger`() throws {
    let text = String(repeating: "word ", count: 14_000)
    try folder.write("1\n00:00:00,500 --> 00:00:00,900\n\(text)end\n", to: "subs.srt")
    let options = ["--add", folder.path("subs.srt")] + Self.copying
    let movie = try LedgerDocument.transcoding(Self.movie, to: folder.path("out.mp4"), options)
    #expect(movie.dropped.contains { $0.fact.hasSuffix(".style.characters") }, "\(movie.dropped)")
    let matroska = try LedgerDocument.transcoding(Self.movie, to: folder.path("out.mkv"), options)
    #expect(!matroska.dropped.contains { $0.fact.contains(".style.") }, "\(matroska.dropped)")
  }

  @Test func `what is added is cut like the input`() throws {
    try folder.write(Self.cues, to: "subs.srt")
    let wave = Files.fixture("speech.wav")
    try transcode([
      Self.movie, "out.mov", "--start", "1", "--duration", "0.8", "--speed", "ultrafast", "--audio-codec", "pcm",
      "--drop", "audio", "--add", "subs.srt", "--add", wave,
    ])
    #expect(try texts("out.mov").contains("00:00:00,100 --> 00:00:00,600"))
    let (all, part) = (
      try Tool.ffmpeg.run(["-v", "error", "-i", wave, "-f", "s16le", "-"]).data,
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path("out.mov"), "-map", "a:0", "-f", "s16le", "-"]).data
    )
    #expect(part == all.dropFirst(2 * 44_100).prefix(2 * 35_280))
  }

  /// A file whose own timeline begins later.
  @Test func `the first sound comes with the input's first picture`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-itsoffset", "0.5", "-i", Files.fixture("speech.wav"), "-c", "copy", folder.path("late.mkv"),
    ])
    try transcode([
      Self.movie, "out.mov", "--video-codec", "copy", "--audio-codec", "pcm", "--drop", "audio", "--add", "late.mkv",
    ])
    let data = try ["late.mkv", "out.mov"].map { name in
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-map", "a:0", "-f", "s16le", "-"]).data
    }
    #expect(data[0] == data[1])
    #expect(try Probe.read(folder.path("out.mov")).times("a:0").first == 0)
  }

  @Test func `outputs of one reading have additions of their own`() throws {
    try transcode(
      [Self.movie, "one.mp4", "--add", Self.speech] + Self.copying + ["--also", "two.mp4"] + Self.copying)
    #expect(try Probe.read(folder.path("one.mp4")).streams.count == 3)
    #expect(try Probe.read(folder.path("two.mp4")).streams.count == 2)
  }

  @Test func `the plan names the file`() throws {
    let arguments = [Self.movie, "out.mp4", "--plan", "--add", Self.speech] + Self.copying
    #expect(try transcode(arguments).output.contains("track 3 (audio aac) of \(Self.speech): copied"))
    let json = try transcode(arguments + ["--json"]).output
    #expect(try Schema("plan").problems(with: json) == [])
    #expect(json.contains(#""file""#))
  }

  @Test(arguments: [
    ("-", ["out.mp4"], 64, "must be"), ("missing.srt", ["out.mp4"], 66, "missing.srt"),
    ("speech.m4a:subtitle", ["out.mp4"], 69, "has no subtitle tracks"),
    ("speech.m4a", ["speech.m4a", "--force"], 73, "speech.m4a"),
    ("subs.srt:subtitle", ["out.ts"], 69, "cannot be added"), ("cut.m4a", ["out.mp4"], 65, "cut.m4a"),
  ])
  func `what cannot be added is told, and nothing is written`(
    addition: String, output: [String], exit: Int32, message: String
  ) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Self.speech))
    try whole.write(to: folder.file("speech.m4a"))
    try whole.dropLast(whole.count / 3).write(to: folder.file("cut.m4a"))
    try folder.write(Self.cues, to: "subs.srt")
    let names = folder.names
    let ending = try Command(
      ["transcode", Self.movie] + output + ["--add", addition] + Self.copying, in: folder
    ).ending()
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(ending.errors.contains(message) || exit == 64, "\(ending.errors)")
    #expect(folder.names == names)
    #expect(try Data(contentsOf: folder.file("speech.m4a")) == whole)
  }
}
