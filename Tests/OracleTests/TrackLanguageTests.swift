import Foundation
import TestSupport
import Testing

/// The language of sound in containers that say it of the file, as other programs read it.
@Suite(
  .enabled(
    if: [Tool.ffmpeg, .ffprobe].allSatisfy { $0.isInstalled(for: "languages in other containers are not read") }))
struct TrackLanguageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source() throws -> String {
    let path = folder.path("in.m4a")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("speech.m4a"), "-c", "copy", "-metadata:s:a:0", "language=deu", path,
    ])
    return path
  }

  private func tag(_ path: String, _ entry: String) throws -> String {
    let output = try Tool.ffprobe.run(["-v", "error", "-show_entries", entry, "-of", "default=nk=1:nw=1", path])
    return output.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [
    ("mp3", "format_tags=TLAN,language"), ("aiff", "format_tags=TLAN,language"), ("flac", "format_tags=LANGUAGE"),
  ])
  func `a file of one track says its language`(container: String, entry: String) throws {
    let (path, back) = (folder.path("out.\(container)"), folder.path("back.m4a"))
    let kept = ["-q", "--require", "languages"]
    try Tool.avwrite.run(["transcode", source(), path] + kept)
    #expect(try tag(path, entry) == "deu")
    try Tool.avwrite.run(["transcode", path, back] + kept)
    #expect(try tag(back, "stream_tags=language") == "deu")
    try Tool.avwrite.run(["transcode", path, folder.path("other.\(container)"), "-q", "--language", "1:fr"])
    #expect(try tag(folder.path("other.\(container)"), entry) == "fra")
  }

  /// With lyrics and two comments.
  private static let script = """
    import sys
    from mutagen.id3 import ID3, COMM, USLT
    tags = ID3()
    tags.add(COMM(3, "deu", "", ["Grüße"]))
    tags.add(COMM(3, "eng", "", ["greetings"]))
    tags.add(USLT(3, "fra", "", "la la"))
    tags.save(sys.argv[1])
    """
  private static let reader = """
    import sys
    from mutagen.id3 import ID3
    tags = ID3(sys.argv[1])
    for frame in tags.getall("COMM") + tags.getall("USLT"):
        print(frame.FrameID, frame.lang, frame.text if frame.FrameID == "USLT" else frame.text[0])
    """

  @Test(.enabled(if: Facts.hasMutagen))
  func `comments and lyrics say their languages in ID3`() throws {
    let (source, middle, path) = (folder.path("in.mp3"), folder.path("middle.mka"), folder.path("out.mp3"))
    try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture("speech.mp3"), "-map_metadata", "-1", "-c", "copy", source])
    try Tool.python3.run(["-c", Self.script, source])
    let first = try LedgerDocument.transcoding(source, to: middle, ["--audio-codec", "copy"])
    let second = try LedgerDocument.transcoding(middle, to: path, ["--audio-codec", "copy"])
    #expect((first.dropped + second.dropped).filter { $0.fact.hasPrefix("metadata") }.map(\.fact) == [])
    let lines = try Tool.python3.run(["-c", Self.reader, path]).text.split(separator: "\n").map(String.init)
    #expect(lines.sorted() == ["COMM deu Grüße", "COMM eng greetings", "USLT fra la la"])
  }

  @Test(arguments: ["wav", "caf"])
  func `a container without languages says so`(container: String) throws {
    let plan = try Tool.avwrite.run(["transcode", source(), folder.path("out.\(container)"), "--plan"])
    #expect(plan.text.contains("language: de (\(container) has no place for it)"), "\(plan.text)")
  }
}
