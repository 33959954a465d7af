import Foundation
import TestSupport
import Testing

/// Whatever arguments and files say, a terminal obeys none of it.
@Suite struct PrintableTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Colour, a window's title, the next line in C1, text from right to left, an isolate, line ends of Unicode, a mark
  /// of no width.
  static let hostile =
    "a\u{1B}[31m\u{1B}]0;t\u{07}\u{85}\u{202E}b\u{2066}\u{2028}\u{2029}\u{FEFF}\u{200F}\u{7F}\u{9B}1m"

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// What a terminal would obey of all that a command writes.
  private func obeyed(_ arguments: [String]) throws -> [String] {
    let ending = try Command(arguments, in: folder).ending()
    let scalars = (ending.output + ending.errors).unicodeScalars
    return Set(scalars.filter(Self.isObeyed)).map { String($0.value, radix: 16) }.sorted()
  }

  @Test(arguments: [
    ["HOSTILE"], ["transcode", "--HOSTILE", "in", "out"], ["transcode", "in", "out.mp4", "--crf", "HOSTILE"],
    ["transcode", "in", "out.mp4", "--video-codec=HOSTILE"], ["transcode", "HOSTILE", "out.mp4"],
    ["transcode", "CLIP", "HOSTILE"], ["transcode", "CLIP", "HOSTILE/out.mp4"],
    ["transcode", "CLIP", "out.mp4", "--preset", "HOSTILE"], ["transcode", "CLIP", "out.mp4", "--settings", "HOSTILE"],
    ["transcode", "CLIP", "out.mp4", "--tracks", "HOSTILE"], ["transcode", "CLIP", "out.mp4", "--require", "HOSTILE"],
    ["transcode", "CLIP", "out.mp4", "--metadata", "HOSTILE"],
    ["transcode", "CLIP", "out.mp4", "--events", "HOSTILE/x"],
    ["transcode", "CLIP", "out.mp4", "--also", "HOSTILE"], ["transcode", "http://HOSTILE/", "out.mp4"],
    ["batch", "HOSTILE"], ["batch", "HOSTILE", "--plan"], ["batch", "CLIP", "--output-dir", "HOSTILE", "--plan"],
    ["batch", "--jobs", "HOSTILE"], ["inspect", "HOSTILE"], ["verify", "HOSTILE"], ["dump", "HOSTILE"],
    ["diff", "HOSTILE", "CLIP"], ["compare", "HOSTILE", "CLIP"], ["presets", "HOSTILE"], ["explain", "HOSTILE"],
    ["compare", "CLIP", "CLIP", "--report", "HOSTILE/page.html"],
  ])
  func `arguments in messages are printable`(arguments: [String]) throws {
    let clip = Files.fixture("speech.m4a")
    let arguments = arguments.map {
      $0.replacing("HOSTILE", with: Self.hostile).replacing("CLIP", with: clip)
    }
    #expect(try obeyed(arguments) == [])
  }

  /// The same in every place of a file that people are shown.
  @Test func `what a file says is printable in every command`() throws {
    let input = folder.path(Self.hostile.replacing("/", with: "_") + ".mkv")
    let values = ["title", "artist", "\(Self.hostile)\nkey", "avwrite.test"].flatMap {
      ["-metadata", "\($0)=\(Self.hostile)\nsecond line"]
    }
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac.mkv"), toPath: folder.path("source.mkv"))
    let chapters = """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=500
      title=\(Self.hostile)

      """
    _ = try folder.write(chapters, to: "chapters.txt")
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-i", folder.path("source.mkv"), "-i", folder.path("chapters.txt"), "-map", "0", "-map_chapters",
        "1",
      ]
        + values + [
          "-metadata:s:0", "handler_name=\(Self.hostile)", "-metadata:s:1", "title=\(Self.hostile)", "-c", "copy",
          input,
        ])

    #expect(try obeyed(["inspect", input]) == [])
    #expect(try obeyed(["dump", input, "--samples"]) == [])
    #expect(try obeyed(["transcode", input, "out.wav", "--plan"]) == [])
    #expect(try obeyed(["transcode", input, "out.wav", "-v", "--progress", "lines"]) == [])
    #expect(try obeyed(["transcode", input, "out.mp4", "-v", "--speed", "ultrafast"]) == [])
    #expect(try obeyed(["diff", input, "out.wav"]) == [])
    #expect(try obeyed(["diff", "out.wav", input]) == [])
    #expect(try obeyed(["verify", "out.mp4", "--against", input]) == [])
    #expect(try obeyed(["verify", "out.wav", "--against", input]) == [])
    #expect(try obeyed(["compare", input, "out.mp4"]) == [])
    #expect(try obeyed(["batch", input, "--output-dir", "made", "-v"]) == [])
    #expect(try obeyed(["batch", input, "--output-dir", "made", "--plan"]) == [])
  }

  @Test func `JSON says every character of it`() throws {
    let name = Self.hostile + ".m4a"
    try FileManager.default.copyItem(atPath: Files.fixture("speech.m4a"), toPath: folder.path("in.m4a"))
    let ending = try Command.run(
      "transcode", "in.m4a", name, "--json", "--metadata", "title=" + Self.hostile, in: folder)
    #expect(ending.exit == 0)
    #expect(!ending.output.unicodeScalars.contains(where: Self.isObeyed))
    let document = try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    let output = try #require(document["output"] as? [String: Any])
    #expect(output["path"] as? String == name)
  }
}
