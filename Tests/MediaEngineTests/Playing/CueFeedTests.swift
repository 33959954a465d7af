import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import TestSupport
import Testing

/// The cues of a file's track, around any time.
@Suite struct CueFeedTests {
  /// The feed of the first track of subtitles.
  private static func feed(_ url: URL) throws -> CueFeed {
    let source = AssetSource(url: url)
    let track = try #require(try source.load().tracks.first { $0.mediaType == .subtitle || $0.mediaType == .text })
    return try CueFeed(of: track, in: source) { sample in
      // Two bytes that count none are a pause of 3GPP's timed text.
      sample.totalSampleSize > 2
    }
  }

  private static func time(_ milliseconds: Int) -> CMTime { CMTime(value: CMTimeValue(milliseconds), timescale: 1000) }

  private static func ranges(_ cues: [Cue]) -> [Range<Int>] {
    cues.map { Int(($0.start.seconds * 1000).rounded())..<Int(($0.end.seconds * 1000).rounded()) }
  }

  /// Compares what it gives of stretches with what there is.
  private static func compare(_ feed: CueFeed, _ expected: [Range<Int>], end: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(end))
    for _ in 0..<Rounds.count(40, full: 400) {
      let start = Int.random(in: 0..<end, using: &numbers)
      let stop = start + Int.random(in: 1...end, using: &numbers)
      let read = try feed.cues(in: CueSchedule.Stretch(from: time(start), to: time(stop)))
      let wanted = expected.filter { $0.overlaps(start..<stop) }
      if ranges(read.cues) != wanted || read.isLast != (stop >= end) {
        Issue.record("\(start) to \(stop): \(ranges(read.cues)), and not \(wanted); last: \(read.isLast)")
        return
      }
    }
  }

  @Test(arguments: ["h264-flac-srt.mkv", "h264-two-audio.mp4", "many-facts.mov"])
  func `each stretch has the cues that hold in it`(name: String) throws {
    let url = URL(fileURLWithPath: Files.fixture(name))
    let end = try Int((AssetSource(url: url).header().duration.seconds * 1000).rounded(.up))
    try Self.compare(Self.feed(url), [200..<900, 1000..<1400], end: end)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no film with many subtitles is made")), arguments: ["mkv", "mp4"])
  func `cues that began before a stretch, and several at once, are found, though nothing leads to them`(
    container: String
  ) throws {
    let folder = try TemporaryFolder()
    var cues: [Range<Int>] = []
    var start = 0
    var numbers = SeededGenerator(seed: 5)
    // In a movie they do not overlap.
    while start < 110_000 {
      start += Int.random(in: 0...4000, using: &numbers)
      let length = Int.random(in: 500...6000, using: &numbers)
      cues.append(start..<(start + length))
      start += container == "mkv" ? Int.random(in: 100...length, using: &numbers) : length
    }
    let url = try Self.film(with: cues, in: folder, container)
    let end = try Int((AssetSource(url: url).header().duration.seconds * 1000).rounded(.up))
    try Self.compare(Self.feed(url), cues, end: end)
  }

  /// A film of 130 s with texts.
  private static func film(with cues: [Range<Int>], in folder: TemporaryFolder, _ container: String) throws -> URL {
    func clock(_ time: Int) -> String {
      let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1000)
      func digits(_ value: Int, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - "\(value)".count)) + "\(value)"
      }
      return "00:\(digits(seconds / 60, 2)):\(digits(seconds % 60, 2)),\(digits(rest, 3))"
    }
    let text = cues.enumerated().map { index, cue in
      "\(index + 1)\n\(clock(cue.lowerBound)) --> \(clock(cue.upperBound))\ncue \(index)\n\n"
    }.joined()
    let source = try folder.write(text, to: "in.srt")
    let path = folder.path("out.\(container)")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=s=32x32:r=5:d=130", "-i", source, "-map", "0:v", "-map", "1:s", "-c:v",
      "libx264", "-g", "50", "-c:s", container == "mkv" ? "srt" : "mov_text", path,
    ])
    return URL(fileURLWithPath: path)
  }

  /// Texts of which some hold for long, while others come and go.
  private static let lasting = [
    0..<40_000, 10_000..<12_000, 11_000..<13_000, 38_000..<41_000, 42_000..<100_000, 50_000..<52_000, 61_000..<85_000,
    84_000..<86_000, 103_000..<104_000, 105_000..<125_000, 110_000..<111_000,
  ]

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no film with lasting subtitles is made")))
  func `PI-89: texts that began long before a stretch are found by the index of Matroska`() throws {
    let folder = try TemporaryFolder()
    let url = try Self.film(with: Self.lasting, in: folder, "mkv")
    let end = try Int((AssetSource(url: url).header().duration.seconds * 1000).rounded(.up))
    // The first that is read lies far behind the start.
    let feed = try Self.feed(url)
    let read = try feed.cues(in: CueSchedule.Stretch(from: Self.time(90_000), to: Self.time(91_000)))
    #expect(Self.ranges(read.cues) == [42_000..<100_000])
    try Self.compare(feed, Self.lasting, end: end)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no film with lasting subtitles is made")))
  func `PI-89: without an index, texts that began long before a stretch are found where they were read once`() throws {
    let folder = try TemporaryFolder()
    let url = try Self.film(with: Self.lasting, in: folder, "mkv")
    var bytes = try Data(contentsOf: url)
    // The number of the index becomes one of an element that nobody knows.
    while let name = bytes.range(of: Data([0x1C, 0x53, 0xBB, 0x6B])) { bytes[name.upperBound - 1] = 0x6C }
    try bytes.write(to: url)
    let end = try Int((AssetSource(url: url).header().duration.seconds * 1000).rounded(.up))
    let feed = try Self.feed(url)
    for start in stride(from: 0, to: end, by: 10_000) {
      let read = try feed.cues(in: CueSchedule.Stretch(from: Self.time(start), to: Self.time(start + 10_000)))
      #expect(Self.ranges(read.cues) == Self.lasting.filter { $0.overlaps(start..<start + 10_000) })
    }
    try Self.compare(feed, Self.lasting, end: end)
  }
}
