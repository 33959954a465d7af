import Foundation
import TestSupport
import Testing

/// Pictures that are copied are presented when they were, whichever order they are decoded in.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no reordered pictures are copied")))
struct CopiedTimesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=3"]
  /// Shown for 20 to 60 ms each.
  private static let uneven = ["-vf", "select='not(eq(mod(n,5),2))',settb=1/1000", "-vsync", "vfr"]
  private static let sources = [
    "pyramid": ["-c:v", "libx264", "-x264-params", "bframes=3:b-pyramid=normal:keyint=25:open-gop=1:log-level=error"],
    "adaptive": ["-c:v", "libx264", "-bf", "3", "-g", "30"],
    "uneven": uneven + ["-c:v", "libx264", "-bf", "3"],
    "hevc": ["-c:v", "libx265", "-x265-params", "bframes=4:keyint=25:open-gop=1:log-level=none"],
    "mpeg2": ["-c:v", "mpeg2video", "-bf", "2", "-g", "12"],
    "mpeg4": ["-c:v", "mpeg4", "-bf", "2", "-g", "12"],
  ]

  @Test(arguments: sources.keys.sorted(), ["mkv", "mp4", "mov", "ts"])
  func `pictures of Matroska keep their times`(source: String, container: String) throws {
    try Tool.ffmpeg.run(["-v", "error"] + Self.pictures + Self.sources[source]! + [folder.path("in.mkv")])
    try expectTimes(from: "in.mkv", to: "out.\(container)")
  }

  @Test(arguments: ["mkv", "ts"])
  func `pictures of Matroska that mkvmerge wrote keep their times`(container: String) throws {
    guard Tool.mkvmerge.isInstalled(for: "its files are not copied") else { return }
    try Tool.ffmpeg.run(["-v", "error"] + Self.pictures + Self.sources["pyramid"]! + [folder.path("in.mp4")])
    try Tool.mkvmerge.run(["-q", "-o", folder.path("in.mkv"), folder.path("in.mp4")])
    try expectTimes(from: "in.mkv", to: "out.\(container)")
  }

  /// AVI states when pictures are decoded: those between two others are shown then, and the others behind them.
  @Test(arguments: ["mkv", "mp4", "ts"])
  func `pictures of AVI are shown in their order`(container: String) throws {
    try Tool.ffmpeg.run(["-v", "error"] + Self.pictures + Self.sources["mpeg4"]! + [folder.path("in.avi")])
    let ending = try Command.run(
      "transcode", "in.avi", "out.\(container)", "--video-codec", "copy", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let shown = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0",
      folder.path("out.\(container)"),
    ]).text.split(separator: "\n").compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
    #expect(shown.count == 75)
    let steps = zip(shown.dropFirst(), shown).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - 0.04) < 0.0021 }, "\(steps)")
  }

  /// Nothing but the pictures' own headers says in which order they are shown. The judge decodes what was written.
  @Test(
    arguments: [
      ("pyramid", "avi"), ("adaptive", "avi"), ("pyramid", "h264"), ("adaptive", "h264"), ("hevc", "hevc"),
      ("adaptive", "asf"), ("mpeg2", "m2v"),
    ],
    ["mkv", "mp4", "ts"])
  func `pictures without presentation times are shown in their order`(source: (String, String), output: String) throws {
    try expectOrder(source, to: output)
  }

  /// Several small pictures begin in one packet of a program stream, which states the times of the first. NUT states no
  /// decode times.
  @Test(
    arguments: [("mpeg2", "mpg"), ("mpeg2", "vob"), ("adaptive", "mpg"), ("pyramid", "mpg"), ("adaptive", "nut")],
    ["mkv", "mp4", "ts"])
  func `pictures whose times are not all stated are shown in their order`(
    source: (String, String), output: String
  ) throws {
    try expectOrder(source, to: output)
    let ending = try Command.run("verify", "out.\(output)", "--against", "in.\(source.1)", in: folder)
    #expect(ending.exit == 0, "\(ending)")
  }

  private func expectOrder(_ source: (String, String), to output: String) throws {
    let (input, output) = ("in.\(source.1)", "out.\(output)")
    try Tool.ffmpeg.run(["-v", "error"] + Self.pictures + Self.sources[source.0]! + [folder.path(input)])
    let ending = try Command.run("transcode", input, output, "--video-codec", "copy", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let pictures = try [input, output].map { name in
      try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-fps_mode", "passthrough", "-f", "framemd5", "-"])
        .text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
    }
    #expect(pictures[0].count == 75)
    #expect(pictures[0] == pictures[1])
    let packets = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "packet=pts_time,dts_time", "-of", "csv=p=0", folder.path(output),
    ]).text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    // Matroska states no decode times.
    #expect(packets.allSatisfy { $0.count < 2 || $0[0] > $0[1] - 0.0011 }, "\(packets)")
    let shown = packets.compactMap(\.first).sorted()
    #expect(zip(shown.dropFirst(), shown).allSatisfy { abs($0 - $1 - 0.04) < 0.0021 }, "\(shown)")
  }

  /// Matroska has no times before zero: all of the file is later.
  @Test func `pictures that are decoded behind the first one and shown before it are in Matroska, too`() throws {
    let source = Files.fixture("h264-open-gop.ts")
    let chapters = try folder.write("0:00 One\n0:00.500 Two\n", to: "chapters.txt")
    let ending = try Command.run(
      "transcode", source, "out.mkv", "--video-codec", "copy", "--chapters", chapters, in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (seconds(try Probe.read(source)), seconds(try Probe.read(folder.path("out.mkv"))))
    #expect(before.count == after.count)
    let shift = after[0].presented - before[0].presented
    #expect(zip(before, after).allSatisfy { abs($1.presented - shift - $0.presented) < 0.0011 }, "\(after)")
    let start = after[0].presented
    #expect(after.map(\.presented).min() == 0 && start > 0.1)
    let found = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "chapter=start_time", "-of", "csv=p=0", folder.path("out.mkv"),
    ]).text.split(separator: "\n").compactMap { Double($0) }
    #expect(found.count == 2 && zip(found, [start, start + 0.5]).allSatisfy { abs($0 - $1) < 0.0011 }, "\(found)")
  }

  /// In the order of the file, and not only as a set.
  private func expectTimes(from source: String, to output: String) throws {
    let ending = try Command.run("transcode", source, output, "--video-codec", "copy", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try Probe.read(folder.path(source)), try Probe.read(folder.path(output)))
    let ticks = before.tracks[0].tick + after.tracks[0].tick
    let (given, written) = (seconds(before), seconds(after))
    #expect(given.count == written.count)
    for (index, times) in zip(given, written).enumerated() {
      let shift = written[0].presented - given[0].presented
      #expect(abs(times.1.presented - shift - times.0.presented) <= ticks, "picture \(index) of \(output)")
    }
    // Matroska has no decode times: ffprobe guesses them.
    guard !output.hasSuffix(".mkv") else { return }
    let decoded = try written.map { try #require($0.decoded) }
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(decoded, written).allSatisfy { $0 <= $1.presented })
  }

  private func seconds(_ probe: Probe) -> [(presented: Double, decoded: Double?)] {
    probe.packets(of: probe.tracks[0]).map { packet in
      let tick = probe.tracks[0].tick
      return (Double(packet.pts ?? -1) * tick, packet.dts.map { Double($0) * tick })
    }
  }
}
