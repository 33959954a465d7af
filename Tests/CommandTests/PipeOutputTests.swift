import Foundation
import TestSupport
import Testing

/// The standard output as OUT: nothing is taken back, and nothing else is written there.
@Suite struct PipeOutputTests {
  let folder: TemporaryFolder
  private let source = Files.fixture("h264-aac-small.mp4")

  init() throws { folder = try TemporaryFolder() }

  private func run(_ prelude: String, _ options: String...) throws -> Command.Ending {
    try Command(["transcode", source, "-", "-q", "--speed", "ultrafast"] + options, in: folder, prelude: prelude)
      .ending()
  }

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "what comes out of a pipe is not read")),
    arguments: ["mkv", "ts", "mp4", "m4a", "mp3", "ogg", "flac"])
  func `what goes into a pipe is read by another program`(container: String) throws {
    // A pipe, so that no writer can go back in it.
    let ending = try Command(
      [
        "-c", "\"$0\" transcode \"$1\" - -q --speed ultrafast --format \(container) | cat > out",
        Tool.avwrite.path ?? "", source,
      ],
      of: "/bin/sh", in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let (probe, original) = (try Probe.read(folder.path("out")), try Probe.read(source))
    let kinds = ["mp3", "m4a", "ogg", "flac"].contains(container) ? ["audio"] : ["video", "audio"]
    #expect(probe.streams.map(\.codec_type) == kinds)
    if kinds.count == 2 { #expect(probe.times("v:0").count == original.times("v:0").count) }
    let seconds = try #require(
      Probe.values(of: folder.path("out"), stream: "a:0", fields: ["codec_name"])["codec_name"])
    #expect(!seconds.isEmpty)
  }

  @Test func `without a format, those are named that can go into a pipe`() throws {
    let ending = try run("")
    #expect(ending.exit == 69, "\(ending.errors)")
    #expect(ending.errors.hasSuffix("give --format with one of mp4, m4v, m4a, mkv, webm, ts, mp3, flac, ogg\n"))
  }

  /// Pictures that are reordered are decoded before they are shown. FFmpeg shifts all times of tracks that say so by
  /// negative offsets.
  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "the times of a piped movie are not read")))
  func `pictures and sound of a movie in a pipe begin together`() throws {
    let words = ["transcode", source, "-", "-q", "--speed", "veryfast", "--format", "mp4"]
    let ending = try Command(words, in: folder, prelude: "exec >out.mp4; ").ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let streams = try Probe.read(folder.path("out.mp4")).streams
    #expect(streams.contains { ($0.has_b_frames ?? 0) > 0 })
    let video = try #require(streams.first { $0.codec_type == "video" }?.start_time.flatMap { Double($0) })
    #expect(abs(video) < 0.002)
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0").count == Probe.read(source).times("v:0").count)
  }

  @Test(arguments: ["mkv", "ts", "mp4", "m4a"])
  func `a reader that has gone ends the job with 74, and the message names the standard output`(
    container: String
  ) throws {
    let ending = try Command(
      [
        "-c", "\"$0\" transcode \"$1\" - -q --speed ultrafast --format \(container); echo $? > code",
        Tool.avwrite.path ?? "", source,
      ],
      of: "/bin/sh", in: folder, closesOutput: true
    ).ending()
    #expect(try String(contentsOfFile: folder.path("code"), encoding: .utf8) == "74\n")
    #expect(ending.errors.hasPrefix("avwrite: error: standard output: "), "\(ending.errors)")
    #expect(ending.errors.contains("Broken pipe"))
  }

  @Test(arguments: ["mkv", "mp4", "m4a"])
  func `a full disk ends the job with 74`(container: String) throws {
    let ending = try run("exec >/dev/full; ", "--format", container)
    #expect(ending.exit == 74)
    #expect(ending.errors.contains("No space left on device"))
  }

  /// Node.js and ssh make their pipes so.
  @Test(arguments: ["mkv", "mp4"])
  func `a pipe that does not block by itself is waited for`(container: String) throws {
    let arguments = [
      "transcode", Files.fixture("h264-aac.mov"), "-", "-q", "--video-codec", "copy", "--format", container,
    ]
    let command = try Command(arguments, in: folder, isOutputBlocking: false)
    // A pipe holds little more, and the file is several times as large.
    command.waitUntil { command.unreadBytes > 48_000 }
    let ending = command.ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let expected = try Command(arguments, in: folder).ending()
    #expect(expected.exit == 0, "\(expected.errors)")
    #expect(ending.output == expected.output)
  }

  @Test(arguments: ["transcode in.mp4 - --format mp4 1<>in.mp4", "transcode - - --format ts <in.mp4 >>in.mp4"])
  func `the input stays as it is where the shell leads the standard output to it`(command: String) throws {
    let script = #"cp "$1" in.mp4; "$0" \#(command); code=$?; cmp in.mp4 "$1" >&2 || code=1; exit $code"#
    let ending = try Command(["-c", script, Tool.avwrite.path ?? "", source], of: "/bin/sh", in: folder).ending()
    #expect(ending.exit == 73, "\(ending.errors)")
    #expect(ending.errors.contains("the standard output is the input file"))
  }

  @Test func `JSON goes to the standard error`() throws {
    let ending = try run("exec >out.ts; ", "--format", "ts", "--json")
    #expect(ending.exit == 0)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(ending.errors.utf8)) as? [String: Any], "\(ending.errors)")
    let output = try #require(document["output"] as? [String: Any])
    let size = try FileManager.default.attributesOfItem(atPath: folder.path("out.ts"))[.size] as? Int
    #expect(output["bytes"] as? Int == size)
    #expect(output["path"] as? String == "-")
  }

  @Test(arguments: [
    ["join", Files.fixture("h264-aac.mov"), Files.fixture("h264-two-audio.mp4"), "-o", "-"],
    ["transcode", Files.fixture("h264-aac-small.mp4"), "-", "--fade-in", "0.2", "--speed", "ultrafast"],
    ["transcode", Files.fixture("h264-aac-small.mp4"), "-", "--add", Files.fixture("speech.wav")],
  ])
  func `the account of what was written lists each change once`(arguments: [String]) throws {
    let ending = try Command(arguments + ["--format", "mkv", "--json"], in: folder, prelude: "exec >out.mkv; ").ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let ledger = try LedgerDocument(of: Data(ending.errors.utf8))
    let lines = (ledger.changed + ledger.added).map { "\($0)" }
    #expect(!lines.isEmpty)
    for line in Set(lines) { #expect(lines.count(where: { $0 == line }) == 1, "\(line)") }
  }

  @Test(arguments: ["wav", "mov", "aiff", "caf"])
  func `what needs a way back is refused with those that do not`(container: String) throws {
    let ending = try run("exec >out; ", "--format", container)
    #expect(ending.exit == 69)
    #expect(ending.errors.contains("mkv, webm, ts, mp3, flac, ogg can"))
  }

  @Test func `what cannot be read again cannot be verified`() throws {
    let ending = try run("exec >out; ", "--format", "mp4", "--verify", "full")
    #expect(ending.exit == 64)
    #expect(ending.errors.contains("--verify full needs a file as output, not the standard output"))
    #expect(try folder.read("out").isEmpty)
  }

  @Test(arguments: [
    ["--format", "mkv", "--keep-times"], ["--format", "mp4", "--verify", "full"], ["--format", "wav"],
    ["--format", "mkv", "--also", "-", "--format", "ts"], [],
  ])
  func `a plan refuses what the job refuses, in the same words`(options: [String]) throws {
    let command = ["transcode", source, "-"] + options
    let job = try Command(command, in: folder, prelude: "exec >out; ").ending()
    let plan = try Command(command + ["--plan"], in: folder).ending()
    #expect([64, 69].contains(job.exit) && job.errors.hasPrefix("avwrite: error: "), "\(job)")
    #expect(plan.exit == job.exit && plan.errors == job.errors && plan.output.isEmpty, "\(plan)")
    #expect(try folder.read("out").isEmpty)
  }

  @Test func `a plan refuses to keep times that an input does not have`() throws {
    let pipe = Pipe()
    let plan = try Command(["transcode", "-", "out.mp4", "--keep-times", "--plan"], in: folder, input: pipe)
    try pipe.fileHandleForWriting.close()
    let ending = plan.ending()
    #expect(ending.exit == 64 && ending.errors.contains("--keep-times needs a local file as input"), "\(ending)")
  }

  @Test func `the container must be named, and events have another place`() throws {
    #expect(try run("exec >out; ").exit == 69)
    #expect(try run("exec >out; ", "--format", "ts", "--events", "-").exit == 64)
    #expect(try run("exec >out; ", "--format", "ts", "--also", "-", "--format", "mkv").exit == 64)
  }

  @Test func `a movie in fragments has one for each interval, and its times`() throws {
    let ending = try Command.run(
      "transcode", source, "out.mp4", "--fragment", "0.4", "--keyframe-interval", "0.2", "--speed", "ultrafast",
      in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let boxes = try Tool.avwrite.run(["dump", folder.path("out.mp4"), "--boxes"]).text
    #expect(boxes.components(separatedBy: "moof ").count - 1 >= 3)
    #expect(try Command.run("transcode", source, "out.mkv", "--fragment", "1", in: folder).exit == 64)
  }
}
