import Foundation
import TestSupport
import Testing

/// `--cover` and `--chapters`, and what the container has no place for.
@Suite struct AdditionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Chapters: Decodable {
    struct Chapter: Decodable {
      var start_time: String
      var end_time: String
      var tags: [String: String]?
    }
    var chapters: [Chapter]
  }

  private func chapters(_ name: String) throws -> [(start: Double, end: Double, title: String)] {
    let text = try Tool.ffprobe.run(["-v", "error", "-of", "json", "-show_chapters", folder.path(name)]).data
    return try JSONDecoder().decode(Chapters.self, from: text).chapters.map {
      (Double($0.start_time) ?? -1, Double($0.end_time) ?? -1, $0.tags?["title"] ?? "")
    }
  }

  /// The covers of a file, as FFmpeg copies them out of it.
  private func covers(_ name: String) throws -> [Data] {
    let streams = try Probe.read(folder.path(name)).streams.filter { $0.disposition["attached_pic"] == 1 }
    return try streams.map { stream in
      try Tool.ffmpeg.run([
        "-v", "error", "-i", folder.path(name), "-map", "0:\(stream.index)", "-c", "copy", "-f", "image2pipe", "-",
      ]).data
    }
  }

  private func makeCover(_ name: String, color: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=\(color):s=64x64", "-frames:v", "1", folder.path(name),
    ])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "there is no cover")),
    arguments: ["out.mp3", "out.m4a", "out.mp4", "out.mkv", "out.flac", "out.ogg", "out.mov"])
  func `a podcast gets its cover and chapters`(name: String) throws {
    try makeCover("front.jpg", color: "red")
    try folder.write("0:00 Intro\n0:01.5 Talk\n", to: "chapters.txt")
    let source = Files.fixture("speech.m4a")
    let ending = try Command.run(
      "transcode", source, name, "--cover", "front.jpg", "--chapters", "chapters.txt", "--metadata", "title=Show",
      in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let found = try chapters(name)
    #expect(found.map(\.title) == ["Intro", "Talk"], "\(name)")
    #expect(found.map(\.start).elementsEqual([0, 1.5]) { abs($0 - $1) < 0.002 }, "\(found)")
    // The first lasts to the second.
    #expect(abs((found.first?.end ?? 0) - 1.5) < 0.002, "\(found)")
    // The source has a cover of its own, which gives way.
    #expect(try covers(name) == [Data(contentsOf: folder.file("front.jpg"))])
  }

  @Test func `chapters that begin at or after the end of the source are left out, and named`() throws {
    try folder.write("0:00 Intro\n0:01 Talk\n0:04 Songs\n1:00 Credits\n", to: "list")
    let source = Files.fixture("speech.m4a")
    let ending = try Command.run("transcode", source, "out.m4a", "--chapters", "list", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(
      ending.errors.contains("warning: list: the chapters 'Songs', 'Credits' begin at or after the end of the source"))
    #expect(try chapters("out.m4a").map(\.title) == ["Intro", "Talk"])
  }

  @Test func `a chapter at the time of the next is left out, and named`() throws {
    try folder.write("0:00 A\n0:00 B\n0:01 C\n0:02 D\n0:02 E\n", to: "list")
    let ending = try Command.run(
      "transcode", Files.fixture("speech.m4a"), "out.mka", "--chapters", "list", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(
      ending.errors.contains("warning: list: the chapters 'A', 'D' begin at the time of another that follows"),
      "\(ending.errors)")
    #expect(try chapters("out.mka").map(\.title) == ["B", "C", "E"])
  }

  @Test func `chapters are of the source's timeline, and take the place of its own`() throws {
    let source = Files.fixture("h264-two-audio.mp4")
    try folder.write(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=5\ntitle=A\n[CHAPTER]\nTIMEBASE=1/10\nSTART=10\nEND=15\ntitle=B\n",
      to: "list")
    let ending = try Command.run(
      "transcode", source, "out.mkv", "--chapters", "list", "--start", "0.5", "--speed", "ultrafast", "--json",
      in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let found = try chapters("out.mkv")
    #expect(found.map(\.title) == ["B"])
    #expect(abs((found.first?.start ?? -1) - 0.5) < 0.002 && abs((found.first?.end ?? -1) - 1) < 0.002, "\(found)")
  }

  @Test func `a list that another program writes into a pipe is read once, for all outputs`() async throws {
    try await bounded {
      try folder.write("0:00 Intro\n0:01.5 Talk\n", to: "chapters.txt")
      let ending = try Command(
        [
          "transcode", Files.fixture("speech.m4a"), "one.m4a", "--chapters", "list", "--also", "two.mka", "--chapters",
          "list",
        ], in: folder, prelude: "mkfifo list; cat chapters.txt >list & "
      ).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      for name in ["one.m4a", "two.mka"] { #expect(try chapters(name).map(\.title) == ["Intro", "Talk"], "\(name)") }
    }
  }

  @Test(arguments: [
    (66, "out.m4a --cover nothing.jpg", "nothing.jpg: no such file"),
    (66, "out.m4a --chapters .", "is a directory"),
    (67, "out.m4a --cover list", "list: is not a JPEG or PNG picture"),
    (78, "out.m4a --chapters list", "list:1: does not begin with a time"),
    (69, "out.ts --chapters list", "ts cannot carry the addition of --chapters; mov, mp4"),
    (69, "out.wav --cover list", "wav cannot carry the addition of --cover"),
    (69, "out.ts --metadata title=LLL", "ts cannot carry the addition of --metadata title; mov, mp4"),
    (69, "out.wav --metadata title=LLL --metadata lyrics=LLL", "wav cannot carry the addition of --metadata lyrics;"),
    (69, "out.flac --track-metadata 1:title=LLL", "flac cannot carry the addition of --track-metadata 1:title; mov"),
    (69, "out.mp3 --track-metadata 1:title=LLL", "mp3 cannot carry the addition of --track-metadata 1:title; mov"),
    (69, "out.ts --track-metadata 1:title=LLL", "ts cannot carry the addition of --track-metadata 1:title; mov"),
    (69, "out.wav --language 1:de", "wav cannot carry the addition of --language 1:de; mov"),
    (69, "out.mov --metadata subject=LLL", "mov cannot carry the addition of --metadata subject; no container"),
    (64, "out.m4a --cover=", "--cover"),
  ])
  func `what cannot be added says why, and writes nothing`(exit: Int32, arguments: String, message: String) throws {
    try folder.write("no list\n", to: "list")
    let words = arguments.split(separator: " ").map(String.init)
    for plan in [[], ["--plan"]] {
      let ending = try Command(["transcode", Files.fixture("speech.m4a")] + words + plan, in: folder).ending()
      #expect(ending.exit == exit, "\(ending.errors)")
      #expect(ending.errors.contains(message), "\(ending.errors)")
      #expect(folder.names == ["list"])
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "there is no cover")))
  func `a batch makes its outputs anew for another cover`() throws {
    try makeCover("front.jpg", color: "red")
    let arguments = ["batch", Files.fixture("speech.wav"), "--output-dir", "out", "--cover", "front.jpg", "--json"]
    func state() throws -> String { try Command(arguments + ["--force"], in: folder).ending().output }
    #expect(try state().contains(#""state": "done""#))
    #expect(try state().contains(#""state": "skipped""#))
    try FileManager.default.removeItem(at: folder.file("front.jpg"))
    try makeCover("front.jpg", color: "blue")
    #expect(try state().contains(#""state": "done""#))
    #expect(try covers("out/speech.m4a") == [Data(contentsOf: folder.file("front.jpg"))])
  }
}
