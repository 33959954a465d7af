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
}
