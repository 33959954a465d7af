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

  @Test func `formats lists what is written`() throws {
    let ending = try Command.run("formats", in: folder)
    #expect(ending.exit == 0)
    for container in ["mov", "mp4", "m4v", "m4a", "mp3", "wav"] {
      #expect(ending.output.contains(container + "  "))
    }
  }
}
