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
    let version = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("FFmpeg ") }).dropFirst(7)
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
