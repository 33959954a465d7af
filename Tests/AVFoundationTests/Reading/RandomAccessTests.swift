import AVFoundation
import TestSupport
import Testing

/// Ranges are vended as reading the whole track vends them, and only what they need is decoded.
@Suite("Random access")
struct RandomAccessTests {
  /// Ranges in the order of their starts that do not overlap, chosen by chance within a duration.
  private static func ranges(_ count: Int, within duration: CMTime, _ random: inout SeededGenerator) -> [CMTimeRange] {
    let limit = Int64(duration.seconds * 1000)
    let cuts = Set((0..<count * 2).map { _ in Int64.random(in: 0..<max(1, limit), using: &random) }).sorted()
    return stride(from: 0, to: cuts.count - 1, by: 2).map { index in
      CMTimeRange(
        start: CMTime(value: cuts[index], timescale: 1000), end: CMTime(value: cuts[index + 1], timescale: 1000))
    }
  }

  /// What of all pictures is shown in a range: the one at its start, and those that begin within.
  private static func shown(_ pictures: [RangeReading.Picture], in range: CMTimeRange) -> [RangeReading.Picture] {
    let first = pictures.lastIndex { $0.time <= range.start }
    return pictures.indices.filter { index in
      let time = pictures[index].time
      return index == first
        ? range.start < pictures[pictures.count - 1].time + pictures[pictures.count - 1].duration
        : time > range.start && time < range.end
    }.map { pictures[$0] }
  }

  static let pictureFiles = [
    "h264-aac.mov", "h264-vfr.mov", "hevc10-hdr10.mp4", "hevc10-hlg.mp4", "h264-trimmed.mov", "h264-late-audio.mov",
    "h264-fragmented.mp4", "h264-two-audio.mp4", "mjpeg-pcm.mov", "prores-pcm24.mov", "mpeg4-odd.mp4",
    "h264-interlaced.mov", "h264-flac-srt.mkv", "h264-aac.mkv", "vp9-opus.webm", "h264-aac.ts", "h264-open-gop.ts",
    "h264-size-change.ts", "h264-one-frame.mov",
  ]

  @Test(arguments: pictureFiles)
  func `AR-26: pictures of any ranges are those of a straight reading, bit for bit`(_ name: String) throws {
    try Self.expectSamePictures(MediaFiles.fixture(name))
  }

  static func expectSamePictures(_ url: URL, rounds: Int = Rounds.count(3, full: 20)) throws {
    let reading = try RangeReading(url, .video, settings: [:])
    let all = try reading.rest().map(RangeReading.Picture.init)
    let last = try #require(all.last)
    var random = SeededGenerator(seed: 26)
    for _ in 0..<rounds {
      let ranges = Self.ranges(2, within: last.time + last.duration, &random)
      let read = try reading.samples(in: ranges).map(RangeReading.Picture.init)
      #expect(read == ranges.flatMap { Self.shown(all, in: $0) }, "\(ranges)")
    }
    // Exactly at a picture, and everything.
    let middle = all[all.count / 2].time
    let half = try reading.samples(in: [CMTimeRange(start: middle, duration: .positiveInfinity)])
    #expect(try half.map(RangeReading.Picture.init) == Array(all[(all.count / 2)...]))
    let whole = try reading.samples(in: [CMTimeRange(start: .zero, duration: .positiveInfinity)])
    #expect(try whole.map(RangeReading.Picture.init) == all)
  }

  static let soundFiles = [
    "h264-pcm.mov", "mjpeg-pcm.mov", "prores-pcm24.mov", "h264-flac-srt.mkv", "vp9-opus.webm", "speech.opus",
    "speech.wav", "pcm24-stereo.wav", "speech.mp3", "speech-bare.mp3", "speech.flac",
  ]

  @Test(arguments: soundFiles)
  func `AR-26: sound of any ranges is that of a straight reading, bit for bit`(_ name: String) throws {
    try Self.expectSameSound(MediaFiles.fixture(name))
  }

  /// Their AAC has bands that are coded as noise: the decoder makes that of all noise before.
  static let noisyFiles = [
    "h264-aac.mov", "h264-late-audio.mov", "h264-trimmed.mov", "h264-aac.mkv", "h264-aac.ts", "speech.m4a",
    "aac-5.1.m4a",
  ]

  @Test(
    arguments: noisyFiles
  )
  func `AR-26: sound with noise in it of any ranges is that of a straight reading but for the noise`(_ name: String)
    throws
  {
    try Self.expectSameSound(MediaFiles.fixture(name), isNoisy: true)
  }

  /// - Parameter isNoisy: whether samples may differ by noise well below the sound.
  static func expectSameSound(_ url: URL, isNoisy: Bool = false, rounds: Int = Rounds.count(3, full: 20)) throws {
    let reading = try RangeReading(url, .audio, settings: RangeReading.Sound.settings)
    let all = try RangeReading.Sound(reading.rest())
    try #require(all.count > 100)
    let loudness = isNoisy ? RangeReading.Sound.loudness(all.bytes[...]) : 0
    var random = SeededGenerator(seed: 28)
    // Far in, where estimates of places are off, and at the end, which may lie behind an estimated duration.
    var ranges = [all.count * 2 / 3..<all.count * 2 / 3 + 30, all.count - 30..<all.count]
    for _ in 0..<rounds {
      let first = Int.random(in: 0..<all.count - 1, using: &random)
      // Half a second at most: it is where a range begins that is hard.
      ranges.append(first..<Int.random(in: first + 1..<min(all.count, first + Int(all.rate) / 2), using: &random))
    }
    for wanted in ranges {
      let (first, end) = (wanted.lowerBound, wanted.upperBound)
      let range = CMTimeRange(start: all.time(of: first), end: all.time(of: end))
      let part = try RangeReading.Sound(reading.samples(in: [range]))
      // What lies before the asset's start is not in any range.
      let heard = max(
        first, range.start < .zero ? first + Int((-range.start.seconds * Double(all.rate)).rounded()) : first)
      #expect(part.count == end - heard, "samples \(heard) to \(end) of \(all.count)")
      guard part.count == end - heard else { continue }
      if isNoisy {
        let (expected, read) = (
          RangeReading.Sound.floats(all.slice(heard..<end)), RangeReading.Sound.floats(part.bytes[...])
        )
        #expect(rmsDifference(read, expected) < loudness * 0.3, "samples \(heard) to \(end) of \(all.count)")
      } else {
        // Compared outside of the macro, which would look for the difference of a hundred thousand bytes.
        let isSame = part.bytes[...] == all.slice(heard..<end)
        #expect(isSame, "samples \(heard) to \(end) of \(all.count)")
      }
      #expect(abs((part.start - all.time(of: heard)).seconds) < 1e-7)
    }
    let whole = try reading.samples(in: [CMTimeRange(start: .zero, duration: .positiveInfinity)])
    // From the start on even the noise is the same.
    #expect(try RangeReading.Sound(whole) == all)
  }

  @Test(arguments: [
    "h264-aac.mov", "h264-vfr.mov", "hevc10-hlg.mp4", "h264-fragmented.mp4", "h264-flac-srt.mkv", "h264-aac.ts",
  ])
  func `AR-26: stored samples of a range begin with a random-access point, and those that it does not show are marked`(
    _ name: String
  ) throws {
    let reading = try RangeReading(MediaFiles.fixture(name), .video, settings: nil)
    let all = try reading.rest().map(RangeReading.Stored.init)
    let duration = try #require(all.map { $0.time + $0.duration }.max())
    var random = SeededGenerator(seed: 30)
    for _ in 0..<Rounds.count(4, full: 20) {
      let range = Self.ranges(1, within: duration, &random)[0]
      let read = try reading.samples(in: [range]).map(RangeReading.Stored.init)
      let first = try #require(read.first)
      #expect(first.isSync && first.time <= range.start)
      // A run of the track's samples, with all that the range shows.
      let index = try #require(all.firstIndex { $0.isSame(as: first) })
      #expect(zip(read, all[index...]).allSatisfy { $0.isSame(as: $1) })
      let needed = all.indices.filter { all[$0].time >= range.start && all[$0].time < range.end }
      #expect(needed.allSatisfy { (index..<index + read.count).contains($0) })
      // The last random-access point that will do.
      #expect(!all[(index + 1)...].contains { $0.isSync && $0.time <= range.start })
      // The picture that is on when the range begins is shown, and all behind it.
      let onAtStart = all.map(\.time).filter { $0 <= range.start }.max()
      for sample in read { #expect(sample.isShown == (sample.time >= onAtStart ?? .zero), "\(range)") }
    }
  }

  @Test func `AR-26: linear PCM as stored is cut to the sample`() throws {
    let reading = try RangeReading(MediaFiles.fixture("speech.wav"), .audio, settings: nil)
    let all = try RangeReading.Sound(reading.rest())
    let range = CMTimeRange(start: all.time(of: 12_345), end: all.time(of: 54_321))
    let part = try RangeReading.Sound(reading.samples(in: [range]))
    let isSame = part.bytes[...] == all.slice(12_345..<54_321)
    #expect(isSame)
    #expect(part.start == range.start)
  }

  @Test func `AR-26: what lies outside of the asset is passed over`() throws {
    let reading = try RangeReading(MediaFiles.fixture("speech.wav"), .audio, settings: RangeReading.Sound.settings)
    let all = try RangeReading.Sound(reading.rest())
    func range(_ start: Double, _ end: Double) -> CMTimeRange {
      CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 44_100), end: CMTime(seconds: end, preferredTimescale: 44_100)
      )
    }
    let isSame = try RangeReading.Sound(reading.samples(in: [range(-2, 0.5)])).bytes[...] == all.slice(0..<22_050)
    #expect(isSame)
    #expect(try RangeReading.Sound(reading.samples(in: [range(2, 100)])).count == all.count - 88_200)
    #expect(try reading.samples(in: [range(-2, -1), range(2.5, 3), range(50, 60)]).isEmpty)
    #expect(try reading.samples(in: []).isEmpty)
    #expect(try reading.samples(in: [range(1, 1)]).isEmpty)
  }
}
