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
    let url = URL(fileURLWithPath: path)
    let end = try Int((AssetSource(url: url).header().duration.seconds * 1000).rounded(.up))
    try Self.compare(Self.feed(url), cues, end: end)
  }
}
