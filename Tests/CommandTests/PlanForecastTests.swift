import Foundation
import TestSupport
import Testing

/// What `--plan` foretells, beside what then comes.
@Suite struct PlanForecastTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Document: Decodable {
    struct Size: Decodable {
      var bytes_min: Int?
      var bytes_max: Int
      var by: String
    }
    struct Shortage: Decodable {
      var room: String
    }
    struct Job: Decodable { var size: Size? }
    struct Plan: Decodable { var ledger: LedgerDocument }
    var plan: Plan?
    var size: Size?
    var seconds_min: Double?
    var seconds_max: Double?
    var shortages: [Shortage]?
    var jobs: [Job]?
  }

  private func plan(_ arguments: [String], _ command: String = "transcode") throws -> Document {
    let ending = try Command([command] + arguments + ["--plan", "--json"], in: folder).ending()
    #expect(ending.exit == 0 && ending.errors.isEmpty, "\(ending.errors)")
    #expect(try Schema("plan").problems(with: ending.output) == [])
    return try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
  }

  private func size(of name: String) throws -> Int { try Data(contentsOf: folder.file(name)).count }

  @Test(arguments: [
    (["h264-aac.mov", "out.mp4"], "trial"), (["h264-two-audio.mp4", "out.mkv"], "trial"),
    (["speech.wav", "out.flac"], "trial"), (["speech.wav", "out.mp3"], "settings"),
    (["speech.flac", "out.wav"], "settings"), (["h264-aac.mov", "copy.mp4", "--video-codec", "copy"], "settings"),
    (["h264-aac.mov", "rate.mp4", "--video-bitrate", "300k"], "trial"),
  ])
  func `the size is what the file then has`(arguments: [String], basis: String) throws {
    let arguments = [Files.fixture(arguments[0])] + arguments.dropFirst() + ["--speed", "ultrafast"]
    let size = try #require(plan(Array(arguments)).size)
    #expect(folder.names.isEmpty)
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let bytes = try self.size(of: arguments[1])
    #expect(size.by == basis)
    let slack = 2048
    #expect((try #require(size.bytes_min) - slack...size.bytes_max + slack).contains(bytes), "\(bytes): \(size)")
    #expect(size.bytes_max <= 2 * bytes + slack, "\(bytes): \(size)")
  }

  /// How a container writes metadata only the output tells.
  private func namesOfChanges(_ ledger: LedgerDocument) -> [String] {
    ledger.changed.map(\.fact).filter { !$0.hasPrefix("metadata.") }.sorted()
  }

  /// With and without padding of the encoder at the beginning of the sound that the container does not tell.
  @Test(arguments: [
    ["h264-aac.mov", "out.mkv"], ["h264-aac.mov", "out.ts"], ["h264-aac.mkv", "out.ts"], ["h264-aac.mkv", "out.mkv"],
    ["h264-two-audio.mp4", "out.ts"], ["many-facts.mov", "out.mkv"], ["many-facts.mov", "out.ts"],
    ["many-facts.mov", "out.flac"], ["h264-pcm.mov", "out.ts"], ["h264-pcm.mov", "out.mkv", "--audio-codec", "opus"],
    ["h264-late-audio.mov", "out.ts", "--audio-codec", "aac"], ["vp9-opus.webm", "out.ts"],
    ["h264-flac-srt.mkv", "out.ts"], ["prores-pcm24.mov", "out.mkv", "--video-codec", "copy"],
    ["mpeg4-odd.mp4", "out.mkv"], ["mpeg4-odd.mp4", "out.webm"], ["mpeg4-odd.mp4", "out.mov"],
    ["h264-late-audio.mov", "out.ogg"],
  ])
  func `the facts that change are those that were foretold`(arguments: [String]) throws {
    let arguments: [String] = [Files.fixture(arguments[0])] + arguments.dropFirst() + ["--speed", "ultrafast"]
    let foretold = try #require(plan(arguments).plan).ledger
    let ending = try Command(["transcode"] + arguments + ["--json", "-q"], in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try namesOfChanges(foretold) == namesOfChanges(LedgerDocument(of: Data(ending.output.utf8))))
  }

  /// FFmpeg leaves the edit list out, which would hide the padding: it is sound of this movie.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no movie has sound without padding")), arguments: ["out.mkv", "out.ts"])
  func `no time changes where the copied sound has no padding that is not heard`(output: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-two-audio.mp4"), "-map", "0:v", "-map", "0:a:0", "-c", "copy",
      "-use_editlist", "0", folder.path("in.mp4"),
    ])
    // The chapters, too, have starts, and ts carries none of them.
    func moved(_ ledger: LedgerDocument) -> [String] {
      ledger.changed.map(\.fact).filter { $0.hasPrefix("track.") && $0.hasSuffix(".start") }
    }
    let (source, options) = (folder.path("in.mp4"), ["--speed", "ultrafast"])
    #expect(try moved(#require(plan([source, output] + options).plan).ledger).isEmpty)
    #expect(try moved(LedgerDocument.transcoding(source, to: folder.path(output), options)).isEmpty)
  }

  /// The first of the parts has the mean rate of its source, and the second another one, since its first picture is cut.
  @Test(arguments: [
    ["h264-two-audio.mp4", "out.mp4", "--start", "0.4", "--end", "1.2", "--speed", "ultrafast"],
    ["h264-aac.mov", "out.mp4", "--start", "0.3", "--end", "1.1", "--speed", "ultrafast"],
    ["h264-aac.mov", "out.mp4", "--start", "0.3", "--end", "1.1", "--video-codec", "copy"],
    ["h264-vfr.mov", "out.mov", "--start", "0.3", "--end", "1.1", "--speed", "ultrafast"],
  ])
  func `the times and rates of a part are those that were foretold`(arguments: [String]) throws {
    let arguments: [String] = [Files.fixture(arguments[0])] + arguments.dropFirst()
    func changes(_ ledger: LedgerDocument) -> [String: String?] {
      let facts = ["file.duration", "track.1.start", "track.1.duration", "track.2.start", "track.2.duration"]
      let changed = ledger.converted.filter { facts.contains($0.fact) || $0.fact == "track.1.video.frameRate" }
      // The value of the rate is known from the output alone.
      return Dictionary(uniqueKeysWithValues: changed.map { ($0.fact, facts.contains($0.fact) ? $0.to : nil) })
    }
    let foretold = changes(try #require(plan(arguments).plan).ledger)
    let ending = try Command(["transcode"] + arguments + ["--json", "-q"], in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try foretold == changes(LedgerDocument(of: Data(ending.output.utf8))))
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no sound is shorter than its pictures")), arguments: ["mp4", "mkv"])
  func `the duration without the longest track is foretold`(container: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=1.5", "-f", "lavfi", "-i", "sine=d=0.7", "-c:v", "mpeg4",
      "-c:a", "aac", folder.path("in.mp4"),
    ])
    func duration(_ ledger: LedgerDocument) -> String? { ledger.converted.first { $0.fact == "file.duration" }?.to }
    let words = ["in.mp4", "out." + container, "--drop", "video"]
    let foretold = duration(try #require(plan(words).plan).ledger)
    #expect(foretold?.hasPrefix("00:00:00.") == true)
    let ending = try Command(["transcode"] + words + ["--json", "-q"], in: folder).ending()
    #expect(try duration(LedgerDocument(of: Data(ending.output.utf8))) == foretold)
  }

  /// The ends of a part are whole ticks.
  @Test(arguments: [["--speed", "ultrafast"], ["--video-codec", "copy"]])
  func `the time scale of a part in a movie is foretold`(options: [String]) throws {
    let source = Files.fixture("h264-two-audio.mp4")
    let part = ["--start", "0.3", "--end", "1.1"] + options
    func timeScale(_ ledger: LedgerDocument) -> String? {
      ledger.converted.first { $0.fact == "track.1.timeScale" }?.to
    }
    #expect(timeScale(try #require(plan([source, "out.mov"] + part).plan).ledger) == "64000")
    #expect(timeScale(try LedgerDocument.transcoding(source, to: folder.path("out.mov"), part)) == "64000")
  }

  @Test(
    arguments: [
      ("h264-aac.mov", "out.mkv", "file.duration", 0), ("h264-aac.mov", "out.ts", "track.2.start", 0),
      ("h264-aac.mov", "out.mkv", "track.1.start", 69), ("h264-two-audio.mp4", "out.ts", "file.creationDate", 69),
      ("many-facts.mov", "out.ts", "track.1.language", 69), ("many-facts.mov", "out.ts", "track.2.language", 0),
    ] as [(String, String, String, Int32)])
  func `a fact that a container cannot keep is refused before any work, and no other`(
    name: String, output: String, fact: String, exit: Int32
  ) throws {
    let ending = try Command.run(
      "transcode", Files.fixture(name), output, "--require", fact, "--speed", "ultrafast", in: folder)
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(folder.names == (exit == 0 ? [output] : []))
  }

  /// Ten times as long as what is tried, and neither still nor even: noise comes and goes.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "there is no long film")))
  func `the size of a film of which stretches were tried is in the range`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i",
      "testsrc2=size=320x240:rate=25:duration=60,noise=alls=20:allf=t:enable='lt(mod(t,7),3)'", "-c:v", "mpeg4", "-q:v",
      "3", folder.path("film.mov"),
    ])
    let wishes = ["film.mov", "out.mp4", "--speed", "ultrafast"]
    let forecast = try plan(wishes)
    let size = try #require(forecast.size)
    #expect(size.by == "trial")
    #expect(try Command(["transcode"] + wishes, in: folder).ending().exit == 0)
    let bytes = try self.size(of: "out.mp4")
    #expect((try #require(size.bytes_min)...size.bytes_max).contains(bytes), "\(bytes): \(size)")
    let (least, most) = (try #require(forecast.seconds_min), try #require(forecast.seconds_max))
    #expect(least > 0 && least <= most)
  }

  @Test func `a size that was asked for is a bound`() throws {
    let size = try #require(plan([Files.fixture("h264-aac.mov"), "out.mp4", "--target-size", "300k"]).size)
    #expect(size.bytes_min == nil && size.bytes_max == 300_000 && size.by == "settings")
  }

  @Test func `a batch tells what settings say, and tries nothing`() throws {
    let jobs = try plan(
      [Files.fixture("speech.wav"), Files.fixture("h264-aac.mov"), "--output-dir", "out", "--format", "mkv"], "batch"
    ).jobs
    #expect(jobs?.map { $0.size == nil } == [false, true])
  }

  @Test func `what is read once is not tried`() throws {
    let input = Pipe()
    let command = try Command(["transcode", "-", "out.mp4", "--plan", "--json"], in: folder, input: input)
    try input.fileHandleForWriting.write(
      contentsOf: Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mkv"))))
    try input.fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 0 && !ending.output.contains("seconds_min"), "\(ending)")
  }

  @Test func `a trial that is interrupted leaves nothing`() throws {
    try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: false)
    let command = try Command(
      ["transcode", Files.fixture("h264-vfr.mov"), "out.mp4", "--plan", "--speed", "placebo"], in: folder,
      prelude: "export TMPDIR=$PWD/tmp; ")
    command.waitUntil { !Files.names(in: folder.file("tmp")).isEmpty }
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
    #expect(Files.names(in: folder.file("tmp")).isEmpty)
  }

  @Test(.enabled("the test's user cannot mount a file system") { SmallDisk.canMount() })
  func `a disk that cannot hold the output is told`() throws {
    func lines(_ size: Int, _ options: String) throws -> [Substring] {
      let job = #""$0" transcode "\#(Files.fixture("speech.flac"))" out/out.wav --plan \#(options)"#
      let ending = try SmallDisk.run(job, size: size, in: folder)
      #expect(ending.exit == 0, "\(ending)")
      return ending.output.split(separator: "\n").filter { $0.hasPrefix("disk: ") }
    }
    let small = try lines(64 << 10, "")
    #expect(
      small.count == 1 && small[0].hasPrefix("disk: out has ") && small[0].hasSuffix(" and the output does not fit"))
    #expect(try lines(64 << 20, "").isEmpty)
  }
}
