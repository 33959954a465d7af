import Foundation
import Testing

@Suite struct TranscodeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ arguments: String...) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  /// Times relative to the first, which is what a transcode keeps.
  private func relative(_ times: [Double]) -> [Double] { times.map { $0 - (times.first ?? 0) } }

  @Test(arguments: [
    "h264-aac.mov", "h264-vfr.mov", "hevc10-hlg.mp4", "mpeg4-odd.mp4", "prores-pcm24.mov", "h264-aac.ts",
  ])
  func `every picture and its time is in the output`(name: String) throws {
    _ = try transcode(Fixture.media(name), "out.mp4", "--speed", "ultrafast")
    #expect(folder.names == ["out.mp4"])
    let source = try relative(Probe(Fixture.media(name)).times("v:0"))
    let output = try relative(Probe(folder.file("out.mp4")).times("v:0"))
    #expect(source.count == output.count)
    #expect(zip(source, output).allSatisfy { abs($0 - $1) < 0.0005 })
    #expect(try Probe(folder.file("out.mp4")).streams().first?.codec_name == "h264")
  }

  @Test func `AAC in a movie passes through untouched`() throws {
    _ = try transcode(Fixture.media("h264-aac.mov"), "out.mp4", "--speed", "ultrafast")
    #expect(
      try Probe(folder.file("out.mp4")).hashes("a:0") == Probe(Fixture.media("h264-aac.mov")).hashes("a:0"))
  }

  @Test func `copied tracks keep every byte`() throws {
    let source = Fixture.media("h264-aac.mov")
    _ = try transcode(source, "out.mp4", "--video-codec", "copy", "--audio-codec", "copy")
    for stream in ["v:0", "a:0"] {
      #expect(try Probe(folder.file("out.mp4")).hashes(stream) == Probe(source).hashes(stream))
    }
  }

  @Test(arguments: [
    ("speech.wav", "out.m4a", "aac"), ("speech.wav", "out.mp3", "mp3"), ("speech.flac", "out.wav", "pcm_s16le"),
    ("speech.mp3", "out.mp3", "mp3"), ("pcm24-stereo.wav", "out.wav", "pcm_s24le"), ("aac-5.1.m4a", "out.mov", "aac"),
  ])
  func `sound goes into the container's usual codec`(name: String, output: String, codec: String) throws {
    _ = try transcode(Fixture.media(name), output)
    #expect(try Probe(folder.file(output)).streams().map(\.codec_name) == [codec])
  }

  @Test func `a turned picture is scaled as it is shown`() throws {
    _ = try transcode(Fixture.media("h264-rotated.mov"), "out.mp4", "--size", "90x160", "--speed", "ultrafast")
    let video = try #require(Probe(folder.file("out.mp4")).streams().first)
    #expect([video.width, video.height] == [160, 90])
  }

  @Test func `a part of the source is as long as was asked`() throws {
    _ = try transcode(
      Fixture.media("h264-aac.mov"), "out.mp4", "--start", "1", "--duration", "2", "--speed", "ultrafast")
    let result = try Command.run("inspect", "--json", "out.mp4", in: folder)
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let file = try #require((document?["files"] as? [[String: Any]])?.first)
    let duration = try #require(file["duration"] as? [String: Int])
    #expect(abs(Double(duration["value"] ?? 0) / Double(duration["scale"] ?? 1) - 2) < 0.05)
  }

  @Test func `the JSON result and the events agree, and end with the result`() throws {
    let ending = try transcode(
      Fixture.media("h264-aac-small.mp4"), "out.mp4", "--json", "--events", "log", "--speed", "ultrafast")
    let result = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(result?["type"] as? String == "result")
    let tracks = (result?["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    #expect(tracks?.first?["samples"] as? Int == 25)
    let lines = try folder.read("log").split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"v":1,"type":"start""#) == true)
    #expect(lines.last?.hasPrefix(#"{"v":1,"type":"result""#) == true)
  }

  @Test func `a plan does nothing`() throws {
    let ending = try transcode(Fixture.media("h264-pcm.mov"), "out.mp4", "--plan")
    #expect(folder.names.isEmpty)
    #expect(ending.output.contains("encoded as h264 320x180"))
    #expect(ending.output.contains("dropped: track 3 (timecode tmcd)"))
  }

  @Test func `the standard input is read when it is named`() throws {
    let pipe = Pipe()
    let command = try Command(["transcode", "-", "out.m4a"], in: folder, input: pipe)
    pipe.fileHandleForWriting.write(try Data(contentsOf: URL(fileURLWithPath: Fixture.media("speech.wav"))))
    try pipe.fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(folder.names == ["out.m4a"])
  }

  @Test(arguments: [
    ("zero-length.mov", 67), ("text.mov", 67), ("random.mp3", 67), ("ftyp-only.mp4", 65), ("moov-cut.mp4", 65),
    ("mdat-cut.mp4", 65), ("moov-missing.mp4", 65),
  ])
  func `a damaged source leaves nothing`(name: String, exit: Int32) throws {
    let ending = try Command.run("transcode", Fixture.corrupt(name), "out.mp4", in: folder)
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal cancels and leaves nothing`(signal: Int32) throws {
    // Slow enough that it still runs when the signal comes.
    let command = try Command(
      ["transcode", Fixture.media("h264-aac.mov"), "out.mp4", "--speed", "placebo", "--crf", "0"], in: folder)
    command.waitUntilItWrites(in: folder)
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: ["out.mov", "out.mp4"])
  func `a full disk exits 74 and leaves nothing`(output: String) throws {
    // 64 blocks of 512 bytes, in place of a disk with as many left; the media alone is larger.
    let command = try Command(
      ["transcode", Fixture.media("h264-aac.mov"), output, "--video-codec", "copy"], in: folder,
      prelude: "ulimit -f 64; ")
    let ending = command.ending()
    #expect(ending.exit == 74, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `a killed job's remains go with the next`() throws {
    let command = try Command(
      ["transcode", Fixture.media("h264-aac.mov"), "out.mp4", "--speed", "placebo", "--crf", "0"], in: folder)
    command.waitUntilItWrites(in: folder)
    command.signal(SIGKILL)
    #expect(command.ending().exit == -SIGKILL)
    #expect(folder.names != ["out.mp4"])
    _ = try transcode(Fixture.media("h264-aac-small.mp4"), "out.mp4", "--speed", "ultrafast")
    #expect(folder.names == ["out.mp4"])
  }
}
