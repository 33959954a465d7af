import TestSupport
import Testing

@Suite struct UsageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["transcode"], ["transcode", "in.mov"], ["transcode", "a", "b", "c"], ["sing", "a"], ["--crf"],
    ["transcode", "in.mov", "out.mp4", "--crf", "52"],
    ["transcode", "in.mov", "out.mp4", "--crf", "x"], ["transcode", "in.mov", "out.mp4", "--crf", "nan"],
    ["transcode", "in.mov", "out.mp4", "--crf", "20", "--video-bitrate", "1M"],
    ["transcode", "in.mov", "out.mp4", "--size", "1x1", "--max-size", "2x2"],
    ["transcode", "in.mov", "out.mp4", "--video-bitrate", "2000"],
    ["transcode", "in.mov", "out.mp4", "--audio-bitrate", "128"],
    ["transcode", "in.mov", "out.mp4", "--size", "640x480", "--max-size", "640x480"],
    ["transcode", "in.mov", "out.mp4", "--video-codec", "copy", "--crf", "20"],
    ["transcode", "in.mov", "out.mp4", "--video-codec", "copy", "--real-time"],
    ["transcode", "in.mov", "out.mp4", "--audio-codec", "copy", "--channels", "1"],
    ["transcode", "in.mov", "out.mp4", "--video-codec", "copy", "--crop", "1:1"],
    ["transcode", "in.mov", "out.mp4", "--crop", "10"], ["transcode", "in.mov", "out.mp4", "--rotate", "45"],
    ["transcode", "in.mov", "out.mp4", "--end", "2", "--duration", "2"],
    ["transcode", "in.mov", "out.mp4", "--start", "1:60"], ["transcode", "in.mov", "out.mp4", "--tracks", "picture"],
    ["transcode", "in.mov", "out.mp4", "--drop", "audio", "--copy", "audio"],
    ["transcode", "in.mov", "out.mp4", "-q", "-v"], ["transcode", "in.mov", "out.mp4", "--threads", "0"],
    ["transcode", "in.mov", "out.mp4", "--json", "--events", "-"],
    ["transcode", "in.mov", "out.mp4", "--events", "fd:x"], ["transcode", "in.mov", "out.mp4", "--format", "avi"],
  ])
  func `a wrong call exits 64 and writes nothing to the standard output`(arguments: [String]) throws {
    let ending = try Command(arguments, in: folder).ending()
    #expect(ending.exit == 64)
    #expect(ending.output.isEmpty)
    #expect(!ending.errors.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test func `a rate whose thousand was forgotten is asked about`() throws {
    let ending = try Command.run("transcode", "in.mov", "out.mp4", "--video-bitrate", "2000", in: folder)
    #expect(ending.exit == 64 && ending.errors.contains("did you mean 2000k?"), "\(ending.errors)")
  }

  @Test(arguments: [
    ("transcod a b", "There is no command transcod. Did you mean transcode?"),
    ("sing a", "There is no command sing.\n"),
    ("help transcod", "There is no command transcod. Did you mean transcode?"),
    ("help transcode nope", "There is no command transcode nope.\n"),
    ("cluster statu x", "There is no command cluster statu. Did you mean status?"),
    ("help cluster nope", "There is no command cluster nope.\n"),
    ("transcode a.mov b.mp4 --preset web720p", "there is no preset web720p; did you mean web-720p?"),
    ("transcode a.mov b.mp4 --metadata titel=x", "There is no item titel. Did you mean title?"),
    ("transcode a.mov b.mp4 --metadata album_artst=x", "Did you mean album_artist?"),
    ("transcode a.mov b.mp4 --crff 20", "Did you mean '--crf'?"),
  ])
  func `what is mistyped is guessed where it is near`(arguments: String, message: String) throws {
    let ending = try Command(arguments.split(separator: " ").map(String.init), in: folder).ending()
    #expect([64, 78].contains(ending.exit) && ending.errors.contains(message), "\(ending.errors)")
  }

  @Test(arguments: [
    (64, "in.mov out.mp4 --crf 99"), (64, "in.mov out.mp4 --nothing"), (64, "in.mov"),
    (78, "in.mov out.mp4 --preset nix"),
    (78, "in.mov out.mp4 --settings none.yaml"), (66, "in.mov out.mp4 --plan"), (66, "in.mov out.mp4"),
    (64, "in.mov out.mp3 --crf 20"),
  ])
  func `an error is a document where one was asked for`(exit: Int32, arguments: String) throws {
    let words = ["transcode"] + arguments.split(separator: " ").map(String.init) + ["--json"]
    let ending = try Command(words, in: folder).ending()
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(try Schema("event").problems(with: ending.output) == [], "\(ending.output)")
    #expect(ending.output.contains("\"exit\": \(exit)"), "\(ending.output)")
    let batch = try Command(["batch", "--from", "none", "--json"], in: folder).ending()
    #expect(try batch.exit == 66 && Schema("event").problems(with: batch.output) == [], "\(batch.output)")
  }

  @Test(arguments: [
    ("out.mp3 --crf 20", "--crf has no effect: mp3 carries no video"),
    ("out.wav --max-size 720p", "--max-size has no effect: wav carries no video"),
    ("out.wav --audio-bitrate 64k", "--audio-bitrate has no effect: the audio codec of wav is pcm"),
    ("out.flac --audio-bitrate 64k", "--audio-bitrate has no effect: the audio codec of flac is flac"),
    ("out.mkv --fast-start", "--fast-start has no effect: it is for movies (mov, mp4, m4v, m4a), not for mkv"),
    (
      "out.mov --format ts --chunk-alignment 4096",
      "--chunk-alignment has no effect: it is for movies (mov, mp4, m4v, m4a), not for ts"
    ),
    ("out.mp4 --also out.mp3 --crf 20", "--crf has no effect: mp3 carries no video"),
  ])
  func `CL-11 an option that can change nothing is an error`(arguments: String, message: String) throws {
    let words = ["transcode", Files.fixture("h264-aac-small.mp4")] + arguments.split(separator: " ").map(String.init)
    let ending = try Command(words, in: folder).ending()
    #expect(ending.exit == 64 && ending.errors.contains(message), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ("dump in.mov --checksums", "--checksums has no effect without --samples"),
    ("dump in.mov --samples --checksums --structure-only", "--checksums has no effect with --structure-only"),
    ("compare in.mov out.mp4 --force", "--force has no effect without --report"),
    ("verify out.mp4 --against in.mov --require same-cpu", "--require same-cpu is for avwrite cluster"),
    ("transcode in.mov out.mp4 --plan --events log", "--events has no effect with --plan"),
    ("batch in.mov --plan --events log", "--events has no effect with --plan"),
    ("transcode in.mov out.mp4 -q --progress lines", "-q and --progress lines exclude each other"),
  ])
  func `CL-11 an option that has no effect beside the others is refused`(arguments: String, message: String) throws {
    let ending = try Command(arguments.split(separator: " ").map(String.init), in: folder).ending()
    #expect(ending.exit == 64 && ending.errors.contains(message), "\(ending)")
    #expect(folder.names.isEmpty)
  }

  @Test func `what a preset says beside has none, and that is no error`() throws {
    let ending = try Command.run(
      "transcode", Files.fixture("speech.wav"), "out.m4a", "--preset", "web-720p", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  @Test func `inputs that are none say what is so`() throws {
    try folder.write("", to: "empty.mov")
    for (input, exit, message) in [
      ("empty.mov", 67, "empty.mov: is empty"), ("rtsp://host/live", 66, "the URL scheme rtsp is not supported"),
      ("http://", 66, "http://: is not a valid URL"),
      ("none.mov", 66, "none.mov: no such file"),
    ] as [(String, Int32, String)] {
      let ending = try Command.run("transcode", input, "out.mp4", in: folder)
      #expect(ending.exit == exit && ending.errors.contains(message), "\(ending.errors)")
    }
    let settings = try Command.run("transcode", "a.mov", "out.mp4", "--settings", "none.yaml", in: folder)
    #expect(settings.exit == 78 && settings.errors.contains("none.yaml: no such file"), "\(settings.errors)")
  }

  @Test(arguments: ["--report"])
  func `an option that is not built is absent`(option: String) throws {
    #expect(try Command.run("transcode", "in.mov", "out.mp4", option, "1", in: folder).exit == 64)
  }

  @Test(arguments: [["--help"], ["transcode", "--help"], ["inspect", "--help"], ["formats", "--help"]])
  func `help goes to the standard output`(arguments: [String]) throws {
    let ending = try Command(arguments, in: folder).ending()
    #expect(ending.exit == 0)
    #expect(ending.output.contains("USAGE"))
    #expect(ending.errors.isEmpty)
  }

  @Test func `the version is the program's and its libraries', for people and as JSON`() throws {
    let text = try Command.run("--version", in: folder)
    #expect(text.exit == 0 && text.output.hasPrefix("avwrite ") && text.errors.isEmpty, "\(text)")
    for name in ["libavcodec", "x264", "LAME", "zimg", "hevc", "mkv"] {
      #expect(text.output.contains(name), "\(text.output)")
    }
    // FFmpeg says the same of itself.
    let version = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("  FFmpeg ") }).dropFirst(9)
    if Tool.ffprobe.isInstalled(for: "nobody says FFmpeg's version") {
      #expect(try Tool.ffprobe.run(["-version"]).text.hasPrefix("ffprobe version \(version) "))
    }
    let document = try Command.run("--version", "--json", in: folder)
    #expect(document.exit == 0 && document.output.contains("\"type\": \"version\""))
    #expect(try Command.run("--version", "--jsn", in: folder).exit == 64)
  }

  @Test func `formats lists what is written`() throws {
    let ending = try Command.run("formats", in: folder)
    #expect(ending.exit == 0)
    for container in ["mov", "mp4", "m4v", "m4a", "mp3", "wav"] {
      #expect(ending.output.contains(container + "  "))
    }
  }
}
