import Foundation
import TestSupport
import Testing

/// The parts of subtitles that are no cues, and texts whose characters are not known.
@Suite struct SubtitleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ source: String, _ output: String) throws -> Command.Ending {
    let ending = try Command.run("transcode", source, output, "-v", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  private static let styled = """
    WEBVTT

    STYLE
    ::cue(b) { color: red }

    REGION
    id:left

    NOTE a remark

    00:00.000 --> 00:01.000
    some <b>text</b>

    """

  @Test func `CL-06: style sheets and regions of WebVTT are kept where the container has a place for them`() throws {
    try folder.write(Self.styled, to: "in.vtt")
    for (source, output) in [("in.vtt", "out.mkv"), ("out.mkv", "again.mkv")] {
      let ending = try transcode(source, output)
      #expect(!ending.errors.contains("dropped:"), "\(ending.errors)")
      let bytes = try Data(contentsOf: folder.file(output))
      #expect(bytes.range(of: Data("STYLE\n::cue(b) { color: red }\n\nREGION\nid:left\n".utf8)) != nil)
    }
    for source in ["in.vtt", "out.mkv"] {
      for output in ["\(source).webm", "\(source).mp4"] {
        let ending = try transcode(source, output)
        #expect(ending.errors.contains("dropped: track.1.style.definitions: WebVTT"), "\(ending.errors)")
      }
    }
  }

  /// Their encoding is stated nowhere.
  @Test func `texts that are not UTF-8 are copied as they are, with a warning`() throws {
    try folder.write("1\n00:00:00,000 --> 00:00:01,000\ncafY\n", to: "in.srt")
    let whole = try transcode("in.srt", "in.mkv")
    #expect(!whole.errors.contains("UTF-8"), "\(whole.errors)")
    var bytes = try Data(contentsOf: folder.file("in.mkv"))
    let text = try #require(bytes.range(of: Data("cafY".utf8)))
    let latin = Data("caf".utf8) + [0xE9]
    bytes.replaceSubrange(text, with: latin)
    try bytes.write(to: folder.file("in.mkv"))
    let ending = try transcode("in.mkv", "out.mkv")
    #expect(ending.errors.contains("its texts are not all UTF-8, the first at 0.0 s"), "\(ending.errors)")
    #expect(try Data(contentsOf: folder.file("out.mkv")).range(of: latin) != nil)
  }
}
