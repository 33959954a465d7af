import Foundation
import TestSupport
import Testing

/// `avwrite verify`.
@Suite struct VerifyTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("h264-two-audio.mp4", "out.mov"), ("h264-vfr.mov", "out.mp4"), ("h264-late-audio.mov", "out.mp4"),
    ("speech.flac", "out.m4a"), ("speech.mp3", "out.m4a"), ("h264-rotated.mov", "out.mkv"),
    ("h264-open-gop.ts", "out.mp4"),
  ])
  func `what was made of a file is as long and in its places`(name: String, output: String) throws {
    let source = Files.fixture(name)
    let made = try Command.run("transcode", source, output, "-q", "--speed", "ultrafast", in: folder)
    #expect(made.exit == 0, "\(made)")
    let result = try Command.run("verify", output, "--against", source, in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.hasSuffix("\(output): verified\n"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    (["--start", "1.5", "--duration", "1"], "out.mkv"), (["--start", "0.51", "--end", "1.234"], "out.mp4"),
    (["--start", "1.51"], "out.mov"), (["--end", "0.7"], "out.ts"),
  ])
  func `what was made of a part is as long and in its places`(part: [String], output: String) throws {
    let source = Files.fixture("h264-late-audio.mov")
    let made = try Command(["transcode", source, output, "-q", "--speed", "ultrafast"] + part, in: folder).ending()
    #expect(made.exit == 0, "\(made)")
    let result = try Command(["verify", output, "--against", source] + part, in: folder).ending()
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.hasSuffix("\(output): verified\n"))
    #expect(try Command.run("verify", output, "--against", source, in: folder).exit == 80)
    #expect(try Command.run("verify", output, "--start", "1", in: folder).exit == 64)
  }

  @Test func `chapters outside of the part that was made lack nothing`() throws {
    let source = Files.fixture("many-facts.mov")
    let made = try Command.run("transcode", source, "out.mov", "-q", "--video-codec", "copy", "--end", "1", in: folder)
    #expect(made.exit == 0, "\(made)")
    let result = try Command.run(
      "verify", "out.mov", "--against", source, "--end", "1", "--require", "chapters", in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.contains("(outside the part that was asked for)"))
  }

  /// In this stream sound begins before the pictures.
  @Test(arguments: ["out.mp4", "out.mkv"])
  func `CL-12: a part without the first track counts from the others`(output: String) throws {
    let (source, part) = (Files.fixture("h264-aac.ts"), ["--start", "0.5"])
    let words = ["transcode", source, output, "-q", "--drop", "audio", "--speed", "ultrafast"]
    let made = try Command(words + part, in: folder).ending()
    #expect(made.exit == 0, "\(made)")
    let result = try Command(["verify", output, "--against", source] + part, in: folder).ending()
    #expect(result.exit == 0, "\(result)")
  }

  /// Here the pictures begin at 80 ms, since reordering delays them and no edit list says so, and a track of chapters at 0.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no film with a track of chapters begins late")),
    arguments: ["out.mp4", "out.mkv"])
  func `CL-12: a part counts from pictures and sound, not from the list of chapters`(output: String) throws {
    let chapters = try folder.write(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=One\n", to: "chapters")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "ffmetadata", "-i", chapters, "-map", "0",
      "-map_chapters", "1", "-c:v", "libx264", "-bf", "2", "-use_editlist", "0", folder.path("in.mp4"),
    ])
    let part = ["--start", "0.5"]
    let made = try Command(["transcode", "in.mp4", output, "-q", "--speed", "ultrafast"] + part, in: folder).ending()
    #expect(made.exit == 0, "\(made)")
    let result = try Command(["verify", output, "--against", "in.mp4"] + part, in: folder).ending()
    #expect(result.exit == 0, "\(result)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no film has a sound that ends early")),
    arguments: ["out.mp4", "out.mkv"])
  func `CL-12: a sound that is not presented in a part lacks nothing, and another is not taken for it`(
    output: String
  ) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-f",
      "lavfi", "-i", "sine=f=880:r=48000:d=3", "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-c:a", "aac",
      folder.path("in.mp4"),
    ])
    let part = ["--start", "1.5", "--end", "2.5", "--require", "audio"]
    let made = try Command(["transcode", "in.mp4", output, "-q", "--speed", "ultrafast"] + part, in: folder).ending()
    #expect(made.exit == 0, "\(made)")
    let result = try Command(["verify", output, "--against", "in.mp4"] + part, in: folder).ending()
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.contains("dropped: track.2: audio (outside the part that was asked for)"), "\(result)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no film has chapters behind its end")), arguments: ["in.mp4", "in.mkv"],
    [["--start", "0.6"], ["--start", "0.6", "--end", "8"], ["--end", "8"]])
  func `chapters behind the end of the film lack nothing in a part of it`(source: String, part: [String]) throws {
    try ChapteredFilm.write([(0, 700), (700, 5000), (5000, 6000)], to: source, in: folder)
    let requirement = ["--require", "chapters"]
    let made = try Command(
      ["transcode", source, "out.mkv", "-q", "--speed", "ultrafast"] + part + requirement, in: folder
    ).ending()
    #expect(made.exit == 0, "\(made)")
    let result = try Command(["verify", "out.mkv", "--against", source] + part + requirement, in: folder).ending()
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.contains("chapter.3.start: 00:00:05.000 (outside the part that was asked for)"), "\(result)")
  }

  @Test func `a file that lacks pictures or sound of its source is not verified`() throws {
    let source = Files.fixture("h264-aac.mov")
    let made = try Command.run("transcode", source, "cut.mp4", "-q", "--end", "3.5", in: folder)
    #expect(made.exit == 0, "\(made)")
    let result = try Command.run("verify", "cut.mp4", "--against", source, in: folder)
    #expect(result.exit == 80)
    #expect(result.errors.contains("track 1 (video avc1): 105 samples instead of 120"))
    #expect(result.errors.contains("samples of sound instead of 192000"))
    #expect(result.output.hasSuffix("cut.mp4: not verified\n"))
  }

  @Test func `pictures at other times are found`() throws {
    let source = Files.fixture("h264-aac.mov")
    let made = try Command.run(
      "transcode", Files.fixture("h264-vfr.mov"), "even.mp4", "-q", "--frame-rate", "19", "--drop", "audio", in: folder)
    #expect(made.exit == 0, "\(made)")
    #expect(try Command.run("verify", "even.mp4", "--against", source, in: folder).exit == 80)
  }

  @Test(arguments: ["mdat-flipped.mp4", "mdat-cut.mp4", "nal-length-absurd.mp4"])
  func `samples that do not decode are found`(name: String) throws {
    let result = try Command.run("verify", Files.corrupt(name), in: folder)
    #expect(result.exit == 80)
    #expect(result.errors.contains("avwrite: error: "))
  }

  @Test(arguments: [
    ("h264-two-audio.mp4", "out.mov"), ("speech.flac", "out.m4a"), ("h264-rotated.mov", "out.mkv"),
    ("h264-late-audio.mov", "out.mp4"),
  ])
  func `--quick finds what is as long and in its places, and what is not`(name: String, output: String) throws {
    let source = Files.fixture(name)
    let options = ["-q", "--speed", "ultrafast"]
    #expect(try Command(["transcode", source, output] + options, in: folder).ending().exit == 0)
    let whole = try Command.run("verify", output, "--against", source, "--quick", "--json", in: folder)
    #expect(whole.exit == 0 && whole.output.contains("\"decoded\": false"), "\(whole)")
    #expect(try Command(["transcode", source, "cut-" + output, "--end", "1"] + options, in: folder).ending().exit == 0)
    let part = try Command.run("verify", "cut-" + output, "--against", source, "--quick", in: folder)
    #expect(part.exit == 80 && part.errors.contains("instead of"), "\(part)")
    #expect(part.output.hasSuffix("cut-\(output): not verified (not decoded)\n"))
  }

  @Test func `--quick finds samples that are not there, and no damage within pictures`() throws {
    #expect(try Command.run("verify", Files.corrupt("mdat-cut.mp4"), "--quick", in: folder).exit == 80)
    #expect(try Command.run("verify", Files.corrupt("nal-length-absurd.mp4"), "--quick", in: folder).exit == 80)
    var movie = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let packets = try Probe.read(Files.fixture("h264-aac.mov")).packets.filter { $0.stream_index == 0 }
    let place = try #require(packets.dropFirst(3).first?.pos.flatMap { Int($0) })
    for index in place + 8..<place + 64 { movie[index] = 0xFF }
    try movie.write(to: folder.file("broken.mov"))
    #expect(try Command.run("verify", "broken.mov", in: folder).exit == 80)
    #expect(try Command.run("verify", "broken.mov", "--quick", in: folder).exit == 0)
  }

  @Test func `what cannot be looked at has the exit code of every command`() throws {
    #expect(try Command.run("verify", "none.mp4", in: folder).exit == 66)
    #expect(try Command.run("verify", Files.corrupt("text.mov"), in: folder).exit == 67)
    #expect(try Command.run("verify", "a.mp4", "--require", "all", in: folder).exit == 64)
    // What is about writing is nothing that verify takes.
    #expect(try Command.run("verify", "a.mp4", "--strip-metadata", in: folder).exit == 64)
  }

  @Test func `CL-01 --verify full decodes what was written, and what does not decode is no output`() throws {
    let source = Files.fixture("h264-aac.mov")
    for (options, level) in [
      (["--verify", "full"], "full"), (["--verify"], "tables"), (["--no-verify"], "none"), ([], "tables"),
      (["--verify=full"], "full"),
    ] {
      let ending = try Command(
        ["transcode", source, "out.mp4", "--force", "--video-codec", "copy", "--json"] + options, in: folder
      ).ending()
      #expect(ending.exit == 0 && ending.output.contains("\"by\": \"\(level)\""), "\(ending)")
    }
    // A copy does not look at what samples hold.
    var movie = try Data(contentsOf: URL(fileURLWithPath: source))
    let packets = try Probe.read(source).packets.filter { $0.stream_index == 0 }
    let place = try #require(packets.dropFirst(3).first?.pos.flatMap { Int($0) })
    for index in place + 8..<place + 64 { movie[index] = 0xFF }
    try movie.write(to: folder.file("broken.mov"))
    let copy = ["transcode", "broken.mov", "copy.mp4", "--video-codec", "copy", "--audio-codec", "copy"]
    #expect(try Command(copy, in: folder).ending().exit == 0)
    try FileManager.default.removeItem(at: folder.file("copy.mp4"))
    let ending = try Command(copy + ["--verify", "full"], in: folder).ending()
    #expect(ending.exit == 80 && ending.errors.contains("the output does not decode"), "\(ending.errors)")
    #expect(folder.names == ["broken.mov", "out.mp4"])
  }
}
