import Foundation
import TestSupport
import Testing

/// Chapters of one container in every other, as ffprobe reads them there.
@Suite(
  .enabled(
    if: [Tool.ffmpeg, .ffprobe].allSatisfy { $0.isInstalled(for: "chapters in other containers are not read") }))
struct ChapterPairTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let containers = ["mov", "m4a", "mp4", "mka", "mp3", "flac", "ogg"]

  private struct Listing: Decodable {
    struct Chapter: Decodable {
      var start_time: String
      var tags: [String: String]?
    }
    var chapters: [Chapter]
  }

  /// Starts in tenths of a second, and titles. Matroska's sound begins with the encoder's delay, 21 ms of it for AAC, and
  /// its chapters are that much later.
  private func chapters(_ path: String) throws -> [String] {
    let output = try Tool.ffprobe.run(["-v", "error", "-show_chapters", "-of", "json", path])
    return try JSONDecoder().decode(Listing.self, from: output.data).chapters.map { chapter in
      let start = ((Double(chapter.start_time) ?? -1) * 10).rounded(.down)
      return "\(Int(start)) \(chapter.tags?["title"] ?? "none")"
    }
  }

  private func source() throws -> String {
    let path = folder.path("in.m4a")
    try folder.write(
      """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=500
      title=Erstes
      [CHAPTER]
      TIMEBASE=1/1000
      START=500
      END=1250
      title=Zwei & drei
      [CHAPTER]
      TIMEBASE=1/1000
      START=1250
      END=2000
      title=日本
      """, to: "chapters.txt")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=d=2:r=48000", "-i", folder.path("chapters.txt"), "-map_metadata", "1",
      path,
    ])
    return path
  }

  @Test(arguments: containers)
  func `chapters arrive in every other container`(first: String) throws {
    let (source, middle) = (try source(), folder.path("middle." + first))
    let expected = ["0 Erstes", "5 Zwei & drei", "12 日本"]
    #expect(try chapters(source) == expected)
    try Tool.avwrite.run(["transcode", source, middle, "-q"])
    let paths = Self.containers.map { folder.path("out." + $0) }
    try Tool.avwrite.run(["transcode", middle, "-q"] + paths.flatMap { ["--also", $0] }.dropFirst())
    for path in paths {
      let found = try chapters(path)
      #expect(found == expected, "\(first) to \(path)")
    }
  }

  @Test func `a part of the source has its own chapters, from its own zero`() throws {
    let (source, path) = (try source(), folder.path("out.mka"))
    try Tool.avwrite.run(["transcode", source, path, "-q", "--start", "0.75", "--end", "1.5"])
    #expect(try chapters(path) == ["0 Zwei & drei", "5 日本"])
  }

  @Test(arguments: ["mp4", "mka", "flac"])
  func `the account of a part goes by its own chapters`(container: String) throws {
    let ledger = try LedgerDocument.transcoding(
      source(), to: folder.path("out.\(container)"),
      ["--start", "0.75", "--end", "1.5", "--require", "chapters"])
    #expect(ledger.kept.map(\.fact).filter { $0.hasSuffix("title") } == ["chapter.2.title", "chapter.3.title"])
    let starts = ledger.converted.filter { $0.fact.hasPrefix("chapter") }
    #expect(starts.map(\.fact) == ["chapter.2.start", "chapter.3.start"])
    #expect(starts.last?.to?.hasPrefix("00:00:00.5") == true)
    let gone = ledger.dropped.filter { $0.fact.hasPrefix("chapter") }
    #expect(gone.map(\.fact) == ["chapter.1.start", "chapter.1.title"])
    #expect(gone.allSatisfy { $0.reason == "outside the part that was asked for" })
  }

  /// Its track of AAC has a `CodecDelay`.
  @Test(.enabled(if: Files.hasShared, "../shared/media is missing"))
  func `an encoder's delay that Matroska tells moves nothing`() throws {
    let (source, path) = (Files.shared("other/sample_with_chapters.mkv"), folder.path("out.mov"))
    #expect(try Tool.avwrite.run(["inspect", source]).text.contains("chapter at 00:00:02.000: Chapter 2"))
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", "copy", "--audio-codec", "copy"])
    #expect(try chapters(path) == ["0 Chapter 1", "20 Chapter 2"])
    #expect(try Probe.read(path).tracks.map(\.start_time) == ["0.000000", "0.000000"])
  }

  @Test func `a container without a place for chapters says so`() throws {
    let plan = try Tool.avwrite.run(["transcode", source(), folder.path("out.wav"), "--plan"])
    #expect(plan.text.contains("dropped: chapter.2.title: Zwei & drei"), "\(plan.text)")
  }
}
