import Foundation
import TestSupport
import Testing

/// What Matroska's header and its tags say beside the media, as mediainfo and mkvmerge read it.
@Suite(
  .enabled(
    if: [Tool.ffmpeg, .ffprobe, .mkvmerge].allSatisfy { $0.isInstalled(for: "Matroska's headers are not compared") }))
struct MatroskaHeaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Identification: Decodable {
    struct Container: Decodable { var properties: Properties }
    struct Track: Decodable { var properties: Language }
    struct Properties: Decodable { var date_utc: String? }
    struct Language: Decodable { var language, language_ietf: String? }
    var container: Container
    var tracks: [Track]
  }

  private func date(_ path: String) throws -> String? {
    let output = try Tool.mkvmerge.run(["-J", path])
    return try JSONDecoder().decode(Identification.self, from: output.data).container.properties.date_utc
  }

  private func copy(_ source: String, _ name: String) throws -> String {
    try Tool.avwrite.run([
      "transcode", source, folder.path(name), "--video-codec", "copy", "--audio-codec", "copy", "-q",
    ])
    return folder.path(name)
  }

  @Test(arguments: [("out.mp4", "h264"), ("out.mkv", "copy"), ("out.mp4", "copy")])
  func `the header's shape of pixels is believed against that of the coded pictures`(
    name: String, codec: String
  ) throws {
    let (square, wide) = (folder.path("square.mp4"), folder.path("wide.mkv"))
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1,setsar=1", "-c:v", "libx264", square,
    ])
    try Tool.ffmpeg.run(["-v", "error", "-i", square, "-c", "copy", "-aspect", "8:3", wide])
    try #require(Probe.read(wide).streams.first?.sample_aspect_ratio == "2:1")
    try Tool.avwrite.run(["transcode", wide, folder.path(name), "--video-codec", codec, "-q"])
    #expect(try Probe.read(folder.path(name)).streams.first?.sample_aspect_ratio == "2:1")
  }

  @Test func `when the media was made is in the header`() throws {
    let movie = folder.path("in.mov")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-c", "copy", "-metadata",
      "creation_time=2019-03-04T05:06:07Z",
      movie,
    ])
    let first = try copy(movie, "first.mkv")
    #expect(try date(first) == "2019-03-04T05:06:07Z")
    // And goes from there into the next, without a tag that says it again.
    let second = try copy(first, "second.mkv")
    #expect(try date(second) == "2019-03-04T05:06:07Z")
    #expect(!(try Tool.avwrite.run(["inspect", second]).text.contains("DATE_RECORDED")))
  }

  private func languages(_ path: String) throws -> [[String?]] {
    let output = try Tool.mkvmerge.run(["-J", path])
    let tracks = try JSONDecoder().decode(Identification.self, from: output.data).tracks
    return tracks.map { [$0.properties.language, $0.properties.language_ietf] }
  }

  @Test func `the language of a track keeps its country and its script`() throws {
    let source = folder.path("in.mkv")
    try Tool.mkvmerge.run(
      ["-q", "-o", source, "--language", "0:pt-BR", "--language", "1:zh-Hant", Files.fixture("h264-aac.mkv")],
      accepting: [0, 1])
    let expected: [[String?]] = [["por", "pt-BR"], ["chi", "zh-Hant"]]
    try #require(try languages(source) == expected)
    #expect(try languages(try copy(source, "out.mkv")) == expected)
    // And by way of a movie.
    #expect(try languages(try copy(try copy(source, "out.mov"), "back.mkv")) == expected)
  }

  @Test func `a language without more than its code has no tag`() throws {
    let source = folder.path("in.mkv")
    try Tool.mkvmerge.run(
      ["-q", "-o", source, "--language", "0:de", "--language", "1:und", Files.fixture("h264-aac.mkv")],
      accepting: [0, 1])
    #expect(try languages(try copy(source, "out.mkv")).map { $0[0] } == ["ger", "und"])
    let front = try Data(contentsOf: folder.file("out.mkv")).prefix(4096)
    #expect(front.range(of: Data([0x22, 0xB5, 0x9D])) == nil)
  }

  @Test func `texts keep their languages`() throws {
    let source = folder.path("in.mkv")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mkv"), "-c", "copy", "-metadata", "COMMENT-ger=Ein Wort",
      "-metadata",
      "SUBTITLE-fre=Un mot", "-metadata", "GENRE=Talk", source,
    ])
    let text = try Tool.avwrite.run(["inspect", try copy(source, "out.mkv")]).text
    for line in ["COMMENT (de): Ein Wort", "SUBTITLE (fr): Un mot", "GENRE: Talk"] { #expect(text.contains(line)) }
  }
}
