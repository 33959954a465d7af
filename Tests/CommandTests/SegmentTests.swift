import Foundation
import TestSupport
import Testing

/// `--parallel segment`: the same bytes however many processors work, and jobs that go on where they were stopped.
@Suite struct SegmentTests {
  let folder: TemporaryFolder
  private let hasSource: Bool

  private static let journal = ".out.mp4.avwrite-segments"

  init() throws {
    folder = try TemporaryFolder()
    hasSource = Tool.ffmpeg.isInstalled(for: "no source of some length is made")
    guard hasSource else { return }
    try SegmentSource.make(at: folder.path("source.mp4"))
  }

  /// `out.mp4` from the source, in segments unless other options say otherwise.
  private func command(_ options: [String]) throws -> Command {
    try Command(
      ["transcode", "source.mp4", "out.mp4", "-q", "--keyframe-interval", "7", "--parallel", "segment"] + options,
      in: folder)
  }

  /// What such a job makes, which is taken away.
  private func make(_ options: [String]) throws -> Data {
    let ending = try command(options).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(folder.names == ["out.mp4", "source.mp4"])
    defer { try? FileManager.default.removeItem(at: folder.file("out.mp4")) }
    return try Data(contentsOf: folder.file("out.mp4"))
  }

  /// A digest of the streams that a map of ffmpeg's names.
  private func digest(_ name: String, _ options: [String]) throws -> String {
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name)] + options + ["-f", "md5", "-"]).text
  }

  /// Stops a job once it has a finished segment; one that was done before the signal came is run again.
  private func stop(_ signal: Int32, _ options: [String]) throws -> Command.Ending {
    for _ in 0..<20 {
      let command = try command(options)
      command.waitUntil { segments.contains { $0.hasSuffix(".segment") } }
      command.signal(signal)
      let ending = command.ending()
      if ending.exit != 0 { return ending }
      try FileManager.default.removeItem(at: folder.file("out.mp4"))
    }
    throw Tool.Failure(description: "no job could be stopped")
  }

  /// How a job's result says that the pictures were encoded.
  private func parallelism(_ options: [String]) throws -> String? {
    let ending = try command(options + ["--json"]).ending()
    return try? JSONDecoder().decode(PassResult.self, from: Data(ending.output.utf8)).parallel
  }

  private var segments: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(Self.journal))) ?? []
  }

  @Test func `lossless segments have the source's pictures, one encoder's times and sound, and one processor's bytes`()
    throws
  {
    guard hasSource else { return }
    let options = ["--crf", "0", "--speed", "ultrafast"]
    #expect(try parallelism(options + ["--threads", "1"]) == "segment")
    try FileManager.default.moveItem(at: folder.file("out.mp4"), to: folder.file("segments.mp4"))
    #expect(try command(options).ending().exit == 0)
    #expect(try Data(contentsOf: folder.file("out.mp4")) == Data(contentsOf: folder.file("segments.mp4")))
    #expect(try parallelism(options + ["--parallel", "frame", "--force"]) == "frame")
    let pictures = ["-map", "0:v"]
    #expect(try digest("segments.mp4", pictures) == digest("source.mp4", pictures))
    for stored in [["-map", "0:a", "-c", "copy"], ["-map", "0:a"]] {
      #expect(try digest("segments.mp4", stored) == digest("out.mp4", stored))
    }
    let times = ["segments.mp4", "out.mp4"].map { name in
      try? Tool.ffprobe.run(
        [
          "-v", "error", "-select_streams", "v", "-of", "csv",
          "-show_entries", "packet=pts,dts,duration:stream=time_base,start_pts", folder.path(name),
        ]
      ).text.split(separator: "\n").map { line in line.split(separator: ",").dropFirst().joined(separator: ",") }
    }
    let decodeTimes = times.map { $0?.map { $0.split(separator: ",").dropFirst().first ?? "" } }
    #expect(times[0]?.count ?? 0 > 200)
    #expect(decodeTimes[0] == decodeTimes[1])
    #expect(times[0]?.sorted() == times[1]?.sorted())
  }

  @Test func `CL-08 neither the processors nor the memory change a byte`() throws {
    guard hasSource else { return }
    let limits = [
      ["--threads", "1"], ["--threads", "2"], ["--threads", "4"], ["--threads", "16"],
      ["--threads", "16", "--memory", "1M"],
    ]
    let files = try limits.map { try make(["--speed", "ultrafast", "--crf", "30"] + $0) }
    for (file, limit) in zip(files, limits) { #expect(file == files[0], "\(limit)") }
  }

  @Test func `CL-07 a signal leaves the journal alone, exits 75, and the same command goes on`() throws {
    guard hasSource else { return }
    let options = ["--speed", "veryslow", "--threads", "1"]
    let file = try make(options)
    let ending = try stop(SIGINT, options)
    #expect(ending.exit == 75)
    #expect(ending.errors.hasPrefix("avwrite: error: stopped by signal 2;"))
    #expect(folder.names == [Self.journal, "source.mp4"])
    #expect(segments.allSatisfy { $0 == "lock" || $0 == "key" || $0.hasSuffix(".segment") })
    try Data("torn".utf8).write(to: folder.file(Self.journal + "/1.segment"))
    #expect(try make(options) == file)
  }

  @Test func `another job for the output takes nothing of what was stopped, and removes it`() throws {
    guard hasSource else { return }
    let other = ["--crf", "40", "--speed", "ultrafast"]
    let file = try make(other)
    let options = ["--speed", "veryslow", "--threads", "1"]
    #expect(try stop(SIGTERM, options).exit == 75)
    #expect(try make(other) == file)
    #expect(try stop(SIGTERM, options).exit == 75)
    _ = try make(other + ["--parallel", "frame"])
  }

  @Test func `killed at any moment, and run again, a job makes the same file`() throws {
    guard hasSource else { return }
    let options = ["--speed", "fast"]
    let start = ContinuousClock.now
    let file = try make(options)
    let duration = Int((ContinuousClock.now - start) / .microseconds(1))
    var chance = SeededGenerator(seed: 8)
    for round in 0..<Rounds.count(3, full: 200) {
      let command = try command(options)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(SIGKILL)
      _ = command.ending()
      if folder.names.contains("out.mp4") { try FileManager.default.removeItem(at: folder.file("out.mp4")) }
      #expect(try make(options) == file, "round \(round)")
    }
  }

  @Test func `an output that another job is writing is refused, and that job's segments stay`() throws {
    guard hasSource else { return }
    let options = ["--speed", "ultrafast"]
    // What a job holds as long as it lives.
    try FileManager.default.createDirectory(at: folder.file(Self.journal), withIntermediateDirectories: false)
    let lock = open(folder.path(Self.journal + "/lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try folder.write("another's", to: Self.journal + "/0.segment")
    for mode in ["segment", "frame"] {
      let ending = try command(options + ["--parallel", mode, "--force"]).ending()
      #expect(ending.exit == (mode == "segment" ? 73 : 0), "\(ending.errors)")
      #expect(ending.errors.contains("another job is writing it") == (mode == "segment"))
      #expect(segments.sorted() == ["0.segment", "lock"])
    }
    close(lock)
    _ = try make(options + ["--force"])
  }

  @Test(arguments: [("mp4", 165_000), ("mov", 170_000), ("mkv", 175_000)])
  func `a file gets its size by passes over segments, and not a byte more`(container: String, least: Int) throws {
    guard hasSource else { return }
    for size in [least, least + 20_000] {
      let ending = try Command(
        [
          "transcode", "source.mp4", "out." + container, "--json", "--force", "--speed", "ultrafast", "--parallel",
          "segment", "--target-size", String(size), "--audio-codec", "aac", "--audio-bitrate", "16k",
        ], in: folder
      ).ending()
      let report = try? JSONDecoder().decode(PassResult.self, from: Data(ending.output.utf8))
      #expect(ending.exit == 0 && report?.passes?.reached == true, "\(size): \(ending.errors)")
      #expect(report?.parallel == "segment" && report?.passes?.count ?? 0 > 1)
      #expect((Double(size) * 0.98...Double(size)).contains(Double(report?.output.bytes ?? 0)), "\(ending.output)")
      #expect(
        try Tool.ffprobe.run(
          [
            "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets", "-of",
            "default=nw=1:nk=1", folder.path("out." + container),
          ]
        ).text.split(separator: "\n").first == "\(SegmentSource.pictureCount)")
    }
  }

  @Test func `a similarity is reached by passes over segments`() throws {
    guard hasSource else { return }
    let ending = try command(["--target-ssim", "0.96", "--speed", "ultrafast", "--json"]).ending()
    let passes = try #require(
      try? JSONDecoder().decode(PassResult.self, from: Data(ending.output.utf8)).passes, "\(ending.errors)")
    #expect(passes.reached && abs(passes.ssim - 0.96) <= 0.002)
    let measured = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("out.mp4"), "-i", folder.path("source.mp4"), "-lavfi",
      "ssim=stats_file=\(folder.path("ssim"))", "-f", "null", "-",
    ])
    #expect(measured.errors.isEmpty)
    let figures = try folder.read("ssim").split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("Y:") }.flatMap { Double($0.dropFirst(2)) }
    }
    // x264 has other windows than ffmpeg, of which such small pictures have few.
    #expect(abs(figures.reduce(0, +) / Double(figures.count) - 0.96) < 0.015, "\(figures.count)")
  }

  @Test func `CL-08 passes over segments are the same on any number of processors`() throws {
    guard hasSource else { return }
    let options = ["--target-size", "230k", "--speed", "ultrafast"]
    let files = try ["1", "3", "16"].map { try make(options + ["--threads", $0]) }
    #expect(files[1] == files[0] && files[2] == files[0])
  }

  @Test func `CL-07 passes over segments go on where they were stopped`() throws {
    guard hasSource else { return }
    let options = ["--target-size", "230k", "--speed", "veryslow", "--threads", "1"]
    let file = try make(options)
    #expect(try stop(SIGINT, options).exit == 75)
    #expect(folder.names == [Self.journal, "source.mp4"])
    #expect(try make(options) == file)
  }

  @Test func `what cannot be encoded in segments is refused with the reason, and not parted unasked`() throws {
    guard hasSource else { return }
    for options in [
      ["--video-bitrate", "100k"], ["--max-bitrate", "100k"], ["--video-codec", "hevc"], ["--real-time"],
      ["--frame-rate", "25"], ["--deinterlace"], ["--on-damage", "salvage"],
      ["--target-size", "700k", "--max-bitrate", "1M"], ["--multi-pass", "--max-bitrate", "1M"],
      ["--target-size", "700k", "--format", "ts"],
      ["--target-size", "700k", "--format", "mkv", "--audio-codec", "vorbis"],
    ] {
      let ending = try command(options).ending()
      #expect(ending.exit == 64 && ending.errors.contains("--parallel segment"), "\(options): \(ending.errors)")
    }
    for (duration, parallel) in [("60", "frame"), ("61", "segment")] {
      let options = ["--parallel", "auto", "--speed", "ultrafast", "--duration", duration, "--force"]
      #expect(try parallelism(options) == parallel)
    }
  }

  /// The samples of several files come from a composition, which no segment can read by itself.
  @Test func `CL-13: more than a minute of joined files that are encoded as a whole is encoded in one part`() throws {
    guard hasSource else { return }
    let other = Files.fixture("h264-aac.mov")
    let ending = try Command.run("join", "source.mp4", other, "-o", "out.mkv", "--json", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let result = try? JSONDecoder().decode(PassResult.self, from: Data(ending.output.utf8))
    #expect(result?.parallel == "frame" && folder.names == ["out.mkv", "source.mp4"], "\(ending.output)")
  }
}
