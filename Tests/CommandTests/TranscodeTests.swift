import Foundation
import TestSupport
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
    ("h264-aac.mov", "h264"), ("h264-vfr.mov", "h264"), ("hevc10-hlg.mp4", "hevc"), ("mpeg4-odd.mp4", "h264"),
    ("prores-pcm24.mov", "hevc"), ("h264-aac.ts", "h264"),
  ])
  func `CL-01 every picture and its time is in the output`(name: String, codec: String) throws {
    _ = try transcode(Files.fixture(name), "out.mp4", "--speed", "ultrafast")
    #expect(folder.names == ["out.mp4"])
    let source = try relative(Probe.read(Files.fixture(name)).times("v:0"))
    let output = try relative(Probe.read(folder.path("out.mp4")).times("v:0"))
    #expect(source.count == output.count)
    #expect(zip(source, output).allSatisfy { abs($0 - $1) < 0.0005 })
    #expect(try Probe.read(folder.path("out.mp4")).streams.first?.codec_name == codec)
  }

  @Test func `AAC in a movie passes through untouched`() throws {
    _ = try transcode(Files.fixture("h264-aac.mov"), "out.mp4", "--speed", "ultrafast")
    #expect(
      try Probe.read(folder.path("out.mp4")).hashes("a:0") == Probe.read(Files.fixture("h264-aac.mov")).hashes("a:0"))
  }

  @Test func `copied tracks keep every byte`() throws {
    let source = Files.fixture("h264-aac.mov")
    _ = try transcode(source, "out.mp4", "--video-codec", "copy", "--audio-codec", "copy")
    for stream in ["v:0", "a:0"] {
      #expect(try Probe.read(folder.path("out.mp4")).hashes(stream) == Probe.read(source).hashes(stream))
    }
  }

  @Test(arguments: [
    ("speech.wav", "out.m4a", "aac"), ("speech.wav", "out.mp3", "mp3"), ("speech.flac", "out.wav", "pcm_s16le"),
    ("speech.mp3", "out.mp3", "mp3"), ("pcm24-stereo.wav", "out.wav", "pcm_s24le"), ("aac-5.1.m4a", "out.mov", "aac"),
  ])
  func `sound goes into the container's usual codec`(name: String, output: String, codec: String) throws {
    _ = try transcode(Files.fixture(name), output)
    #expect(try Probe.read(folder.path(output)).streams.map(\.codec_name) == [codec])
  }

  @Test func `a turned picture is scaled as it is shown`() throws {
    _ = try transcode(Files.fixture("h264-rotated.mov"), "out.mp4", "--size", "90x160", "--speed", "ultrafast")
    let video = try #require(Probe.read(folder.path("out.mp4")).streams.first)
    #expect([video.width, video.height] == [160, 90])
  }

  @Test func `a part of the source is as long as was asked`() throws {
    _ = try transcode(
      Files.fixture("h264-aac.mov"), "out.mp4", "--start", "1", "--duration", "2", "--speed", "ultrafast")
    let result = try Command.run("inspect", "--json", "out.mp4", in: folder)
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let file = try #require((document?["files"] as? [[String: Any]])?.first)
    let duration = try #require(file["duration"] as? [String: Int])
    #expect(abs(Double(duration["value"] ?? 0) / Double(duration["scale"] ?? 1) - 2) < 0.05)
  }

  @Test func `the JSON result and the events agree, and end with the result`() throws {
    let ending = try transcode(
      Files.fixture("h264-aac-small.mp4"), "out.mp4", "--json", "--events", "log", "--speed", "ultrafast")
    let result = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(result?["type"] as? String == "result")
    let tracks = (result?["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    #expect(tracks?.first?["samples"] as? Int == 25)
    let lines = try folder.read("log").split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"v":1,"type":"start""#) == true)
    #expect(lines.last?.hasPrefix(#"{"v":1,"type":"result""#) == true)
  }

  @Test func `in real time the source is read at its own pace, and every picture is written or counted`() throws {
    let ending = try Command(
      ["transcode", Files.fixture("h264-aac-small.mp4"), "out.mp4", "--real-time", "--json"], in: folder
    ).ending()
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any], "\(ending.errors)")
    let tracks = (result["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    let written = try #require(tracks?.first?["samples"] as? Int)
    let dropped = try #require(tracks?.first?["dropped"] as? Int)
    #expect(written + dropped == 25)
    #expect(ending.exit == (dropped > 0 ? 82 : 0))
    // The last of 25 pictures comes 24/25 s after the first.
    #expect(try #require(result["wall_s"] as? Double) > 0.9)
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0").count == written)
  }

  /// The picture that is shown last is not the one that is decoded last, and states no duration.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no slow pictures are encoded")),
    arguments: [[], ["--video-codec", "copy"]])
  func `the result says how long reordered pictures are in Matroska`(options: [String]) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=1/3:d=9", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      folder.path("slides.mp4"),
    ])
    let ending = try Command(["transcode", "slides.mp4", "out.mkv", "--json"] + options, in: folder).ending()
    let result = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let tracks = (result?["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    let duration = try #require(tracks?.first?["duration"] as? [String: Int], "\(ending)")
    #expect(Double(duration["value"] ?? 0) / Double(duration["scale"] ?? 1) == 9)
  }

  @Test func `a picture an hour is encoded`() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-one-frame.mov")))
    let header = try #require(bytes.range(of: Data("mdhd".utf8))).upperBound
    let rate = bytes[header + 12..<header + 16].reduce(0) { $0 << 8 | UInt32($1) }
    // One sample that lasts 3600 seconds, in the table and in the track's own header.
    let table = try #require(bytes.range(of: Data("stts".utf8))).upperBound
    for place in [table + 12, header + 16] {
      for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: rate * 3600 >> UInt32(24 - 8 * byte)) }
    }
    try bytes.write(to: folder.file("in.mov"))
    _ = try transcode("in.mov", "out.mp4")
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0").count == 1)
  }

  /// RDD 36, 5.1.1: each frame's header names primaries, transfer and matrix.
  @Test(
    arguments: [
      ("hevc10-hlg.mp4", [9, 18, 9], ["bt2020", "arib-std-b67", "bt2020nc"]),
      ("hevc10-hdr10.mp4", [9, 16, 9], ["bt2020", "smpte2084", "bt2020nc"]),
    ] as [(String, [UInt8], [String])])
  func `frames of ProRes say their colours`(source: String, numbers: [UInt8], names: [String]) throws {
    _ = try transcode(Files.fixture(source), "out.mov", "--video-codec", "prores")
    let movie = try Data(contentsOf: folder.file("out.mov"))
    let header = try #require(movie.range(of: Data("icpf".utf8))).upperBound
    #expect(Array(movie[header + 14..<header + 17]) == numbers)
    let stream = try #require(try Probe.read(folder.path("out.mov")).streams.first)
    #expect([stream.color_primaries, stream.color_transfer, stream.color_space] == names.map { Optional($0) })
  }

  @Test func `fewer samples of colour are told`() throws {
    let ending = try transcode(Files.fixture("prores-pcm24.mov"), "out.mp4", "--speed", "ultrafast")
    #expect(
      ending.errors.contains("converted: track.1.video.chroma: 4:2:2 -> 4:2:0 (the pixel format that is encoded)"))
    let kept = try transcode(Files.fixture("prores-pcm24.mov"), "out.mkv", "--video-codec", "ffv1")
    #expect(!kept.errors.contains("chroma"), "\(kept.errors)")
  }

  @Test func `a plan does nothing`() throws {
    let ending = try transcode(Files.fixture("h264-pcm.mov"), "out.mkv", "--plan")
    #expect(folder.names.isEmpty)
    #expect(ending.output.contains("encoded as h264 320x180"))
    #expect(ending.output.contains("dropped: track.3: timecode"))
  }

  @Test func `the standard input is read when it is named`() throws {
    let pipe = Pipe()
    let command = try Command(["transcode", "-", "out.m4a"], in: folder, input: pipe)
    pipe.fileHandleForWriting.write(try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.wav"))))
    try pipe.fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(folder.names == ["out.m4a"])
  }

  @Test(arguments: [
    ("zero-length.mov", 67), ("text.mov", 67), ("random.mp3", 67), ("ftyp-only.mp4", 65), ("moov-cut.mp4", 65),
    ("mdat-cut.mp4", 65), ("moov-missing.mp4", 65), ("data-cut.wav", 65), ("mdat-flipped.mp4", 65),
    ("moov-flipped.mp4", 65), ("moov-size-absurd.mp4", 65), ("stco-beyond-end.mp4", 65), ("stsc-zero.mp4", 65),
    ("stsd-missing.mp4", 65), ("stsz-count-absurd.mp4", 65),
    // Its table asks for more memory than there is, which is the file's fault and not the machine's.
    ("stts-count-absurd.mp4", 65),
    // The first random-access point cannot be decoded, and the pictures that need it are lost.
    ("nal-length-absurd.mp4", 65),
  ])
  func `a damaged source leaves nothing`(name: String, exit: Int32) throws {
    let ending = try Command.run("transcode", Files.corrupt(name), "out.mp4", in: folder)
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// Streams whose packets FFmpeg divides as the file does: not linear PCM, and not the text that it takes for chapters.
  @Test(arguments: [
    (source: "h264-two-audio.mp4", output: "out.mp4", kinds: ["video", "audio", "subtitle", "text"], exact: 0..<4),
    (source: "h264-pcm.mov", output: "out.mov", kinds: ["video", "audio", "timecode"], exact: 0..<1),
  ])
  func `tracks of every kind are copied`(
    source: String, output: String, kinds: [String], exact: Range<Int>
  ) throws {
    let copies = kinds.flatMap { ["--copy", $0] }
    let ending = try Command(["transcode", Files.fixture(source), output] + copies, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Probe.read(folder.path(output)).streams.count == Probe.read(Files.fixture(source)).streams.count)
    for stream in exact {
      #expect(
        try Probe.read(folder.path(output)).hashes("\(stream)") == Probe.read(Files.fixture(source)).hashes("\(stream)")
      )
    }
  }

  @Test(arguments: [[], ["--plan"]])
  func `what a container cannot carry is refused with one that can`(options: [String]) throws {
    let ending = try Command(
      ["transcode", Files.fixture("prores-pcm24.mov"), "out.mp4", "--copy", "video"] + options, in: folder
    ).ending()
    #expect(ending.exit == 69)
    #expect(ending.errors.contains(".mov and .mkv can"))
    #expect(folder.names.isEmpty)
  }

  @Test func `a track that was named and is not there exits 69`() throws {
    let ending = try Command.run(
      "transcode", Files.fixture("h264-two-audio.mp4"), "out.mp4", "--tracks", "video,audio:9", in: folder)
    #expect(ending.exit == 69)
    #expect(ending.errors.contains("audio:9"))
  }

  @Test func `CL-08 the number of threads changes no byte`() throws {
    let source = Files.fixture("h264-aac.mov")
    _ = try transcode(source, "all.mp4", "--speed", "veryfast")
    _ = try transcode(source, "again.mp4", "--speed", "veryfast")
    let counts = [1, 2, 4, 16]
    for count in counts { _ = try transcode(source, "\(count).mp4", "--speed", "veryfast", "--threads", "\(count)") }
    for name in ["again.mp4"] + counts.map({ "\($0).mp4" }) {
      #expect(FileManager.default.contentsEqual(atPath: folder.path("all.mp4"), andPath: folder.path(name)))
    }
  }

  @Test func `CL-02 of two jobs with one output one wins`() throws {
    let arguments = ["transcode", Files.fixture("h264-aac-small.mp4"), "out.mp4", "--speed", "ultrafast"]
    let jobs = try [Command(arguments, in: folder), Command(arguments, in: folder)]
    #expect(jobs.map { $0.ending().exit }.sorted() == [0, 73])
    #expect(folder.names == ["out.mp4"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal cancels and leaves nothing`(signal: Int32) throws {
    // Slow enough that it still runs when the signal comes.
    let command = try Command(
      ["transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--speed", "placebo", "--crf", "0"], in: folder)
    command.waitUntilItWrites(in: folder)
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(folder.names.isEmpty)
  }

  /// Each source has more media than fits.
  @Test(arguments: [
    ("h264-aac.mov", "out.mov"), ("h264-aac.mov", "out.mp4"), ("h264-aac.mov", "out.mkv"), ("h264-aac.mov", "out.ts"),
    ("vp9-opus.webm", "out.webm"), ("pcm24-stereo.wav", "out.aiff"), ("pcm24-stereo.wav", "out.caf"),
    ("pcm24-stereo.wav", "out.wav"), ("pcm24-stereo.wav", "out.flac"), ("aac-5.1.m4a", "out.ogg"),
  ])
  func `a full disk exits 74 and leaves nothing`(source: String, output: String) throws {
    // 64 blocks of 512 bytes, in place of a disk with as many left; the media alone is larger.
    let command = try Command(
      ["transcode", Files.fixture(source), output, "--video-codec", "copy"], in: folder, prelude: "ulimit -f 64; ")
    let ending = command.ending()
    #expect(ending.exit == 74, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// Something else is written before the output: the ends of a cut, an input that differs, segments.
  @Test(arguments: [
    ["cut", Files.fixture("h264-aac.mov"), "out.mp4", "--from", "0.3", "--to", "0.9"],
    ["join", Files.fixture("h264-aac.mov"), Files.fixture("h264-aac-small.mp4"), "-o", "out.mp4"],
    ["transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--parallel", "segment", "--speed", "ultrafast"],
  ])
  func `a full disk is told of the output, whatever is written for it`(arguments: [String]) throws {
    let ending = try Command(arguments, in: folder, prelude: "ulimit -f 8; ").ending()
    #expect(ending.exit == 74)
    #expect(ending.errors.contains("error: out.mp4: "), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `a killed job's remains go with the next`() throws {
    let command = try Command(
      ["transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--speed", "placebo", "--crf", "0"], in: folder)
    command.waitUntilItWrites(in: folder)
    command.signal(SIGKILL)
    #expect(command.ending().exit == -SIGKILL)
    #expect(folder.names != ["out.mp4"])
    _ = try transcode(Files.fixture("h264-aac-small.mp4"), "out.mp4", "--speed", "ultrafast")
    #expect(folder.names == ["out.mp4"])
  }
}
