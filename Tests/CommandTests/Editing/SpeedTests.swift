import Foundation
import TestSupport
import Testing

/// `--speed-factor`: times of pictures, texts and chapters, and the length and the pitch of sound.
@Suite struct SpeedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Result: Decodable { var ledger: LedgerDocument }

  @discardableResult
  private func transcode(_ arguments: [String]) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  /// The times of packets of pictures, counted from the first.
  private func times(_ path: String) throws -> [Double] {
    let times = try Probe.read(path).times("v:0")
    return times.map { $0 - (times.first ?? 0) }
  }

  @Test(
    arguments: ["1.5", "0.5", "25/24"], [["--speed", "ultrafast"], ["--video-codec", "copy", "--drop", "audio"]])
  func `every picture is there at its time divided by the factor`(factor: String, options: [String]) throws {
    let source = Files.fixture("h264-vfr.mov")
    try transcode([source, "out.mov", "--speed-factor", factor] + options)
    let value: Double = ["1.5": 1.5, "0.5": 0.5][factor] ?? 25.0 / 24
    let (before, after) = (try times(source), try times(folder.path("out.mov")))
    try #require(before.count == after.count && before.count > 10)
    #expect(zip(before, after).allSatisfy { abs($0 / value - $1) < 2e-6 })
    if options.contains("copy") {
      #expect(try Probe.read(source).hashes("v:0") == Probe.read(folder.path("out.mov")).hashes("v:0"))
    }
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `copied pictures are the source's, packet for packet, in other containers`(output: String) throws {
    let source = Files.fixture("h264-aac.mov")
    let json = try transcode([
      source, output, "--speed-factor", "2", "--video-codec", "copy", "--audio-codec", "aac", "--json",
    ]).output
    // Matroska's durations are estimates, and no facts of its files.
    let ledger = try JSONDecoder().decode(Result.self, from: Data(json.utf8)).ledger
    #expect(ledger.converted.contains { $0.fact == "track.1.duration" && $0.to == "00:00:02.002" })
    let (before, after) = (try Probe.read(source), try Probe.read(folder.path(output)))
    #expect(before.hashes("v:0") == after.hashes("v:0"))
    let (old, new) = (try times(source), try times(folder.path(output)))
    #expect(zip(old, new).allSatisfy { abs($0 / 2 - $1) <= 0.001 })
  }

  /// AVI states when pictures are decoded: the first is shown later than that.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no AVI file is made")))
  func `every picture of AVI is there, at another speed and joined to itself`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3", "-c:v",
      "libx264", "-bf", "2", "-g", "25", "-c:a", "libmp3lame", folder.path("in.avi"),
    ])
    try transcode(["in.avi", "out.mp4", "--speed-factor", "1.5", "--speed", "ultrafast"])
    let shown = try times(folder.path("out.mp4")).sorted()
    #expect(shown.count == 75)
    #expect(zip(shown, 0...).allSatisfy { abs($0 - Double($1) * 0.04 / 1.5) < 0.001 }, "\(shown)")

    let ending = try Command.run("join", "in.avi", "in.avi", "-o", "joined.mp4", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    #expect(try Probe.read(folder.path("joined.mp4")).times("v:0").count == 150)
  }

  @Test(arguments: [0.5, 1.25, 2])
  func `sound lasts as long as it should, and keeps its pitch`(factor: Double) throws {
    guard Tool.ffmpeg.isInstalled(for: "no tone is made") else { return }
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=f=441:r=44100:d=3", folder.path("in.wav")])
    try transcode(["in.wav", "out.wav", "--speed-factor", "\(factor)"])
    let data = try Tool.ffmpeg.run(["-v", "error", "-i", folder.path("out.wav"), "-f", "s16le", "-"]).data
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(abs(Double(samples.count) - 132_300 / factor) <= 1)
    let middle = samples[(samples.count / 4)..<(3 * samples.count / 4)]
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(abs(Double(crossings) * 44_100 / Double(middle.count) - 441) < 5, "\(crossings)")
  }

  /// A transport stream lets the end of its sound only be estimated.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no transport stream is made")),
    arguments: [("2", ["--speed", "ultrafast"]), ("0.5", ["--drop", "video"])])
  func `sound beside pictures is there up to its end`(factor: String, options: [String]) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-f", "lavfi", "-i", "sine=r=48000:d=4",
      "-c:v", "libx264", "-g", "25", "-bf", "3", "-c:a", "aac", folder.path("in.ts"),
    ])
    try transcode(["in.ts", "out.mov", "--speed-factor", factor, "--audio-codec", "pcm"] + options)
    func sampleCount(_ name: String) throws -> Int {
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-map", "0:a", "-f", "s16le", "-"]).data.count / 2
    }
    let (whole, made) = (try sampleCount("in.ts"), try sampleCount("out.mov"))
    #expect(abs(Double(made) - Double(whole) / (Double(factor) ?? 1)) < 1024, "\(whole) \(made)")
  }

  @Test func `texts, chapters and parts have the same speed, and it is told`() throws {
    try folder.write("1\n00:00:00,400 --> 00:00:00,800\nOne\n", to: "subs.srt")
    try folder.write("00:00:00 First\n00:00:01 Second\n", to: "list.txt")
    let json = try transcode([
      Files.fixture("h264-aac.mov"), "out.mp4", "--speed-factor", "2", "--speed", "ultrafast", "--add", "subs.srt",
      "--chapters", "list.txt", "--json",
    ]).output
    let text = try Tool.ffmpeg.run(["-v", "error", "-i", folder.path("out.mp4"), "-map", "s:0", "-f", "srt", "-"]).text
    #expect(text.contains("00:00:00,200 --> 00:00:00,400"), "\(text)")
    let chapters = try Tool.ffprobe.run(
      ["-v", "error", "-show_entries", "chapter=start_time", "-of", "csv=p=0", folder.path("out.mp4")]
    ).text
    #expect(chapters.contains("0.500000"), "\(chapters)")
    let ledger = try JSONDecoder().decode(Result.self, from: Data(json.utf8)).ledger
    #expect(ledger.converted.contains { $0.fact == "file.duration" && $0.reason == "--speed-factor 2" })
    try transcode([
      Files.fixture("speech.wav"), "part.wav", "--start", "0.5", "--duration", "1", "--speed-factor", "2",
    ])
    let count = try Tool.ffmpeg.run(["-v", "error", "-i", folder.path("part.wav"), "-f", "s16le", "-"]).data.count / 2
    #expect(abs(count - 22_050) <= 1)
  }

  @Test(arguments: [
    ["--speed-factor", "5"], ["--speed-factor", "0"], ["--speed-factor", "fast"],
    ["--speed-factor", "2", "--audio-codec", "copy"], ["--speed-factor", "2", "--real-time"],
  ])
  func `what cannot be done is refused before any work`(options: [String]) throws {
    let ending = try Command(["transcode", Files.fixture("h264-aac.mov"), "out.mp4"] + options, in: folder).ending()
    #expect(ending.exit == 64, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }
}
