import AVFoundation
import TestSupport
import Testing

/// Compositions of random edits, read and held against the history of their edits.
@Suite("Random compositions")
struct RandomCompositionTests {
  private static let seeds: Range<UInt64> = 0..<50

  @Test(arguments: seeds)
  func `CO-41: every picture, and every time`(seed: UInt64) throws {
    let media = try ComposedMedia(["prores-pcm24.mov", "mjpeg-pcm.mov", "h264-pcm.mov"], .video)
    let sources = try media.tracks.map { track in
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      return try RangeReading(try #require(track.asset), output, isRandomAccess: false).rest().map(
        RangeReading.Picture.init)
    }
    let (composition, track, history) = try media.randomComposition(seed: seed, edits: 8, scales: true)
    let expected = history.pictures(sources)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    let reading = try RangeReading(composition, output)
    let read = try reading.rest().map(RangeReading.Picture.init)
    try #require(read.count == expected.count)
    for (picture, wanted) in zip(read, expected) {
      try #require(EditHistory.Fraction(picture.time) == wanted.time)
      #expect(EditHistory.Fraction(picture.duration) == wanted.duration, "at \(wanted.time)")
      #expect(picture.hash == wanted.hash, "at \(wanted.time)")
    }
    // A part has the pictures that are on in it.
    let (start, end) = (history.end / EditHistory.Fraction(3), history.end / EditHistory.Fraction(2))
    let part = try reading.samples(in: [CMTimeRange(start: start.time, end: end.time)]).map(RangeReading.Picture.init)
    #expect(part == read.filter { $0.time < end.time && $0.time + $0.duration > start.time })
  }

  @Test(arguments: seeds)
  func `CO-42: every frame of sound, and silence where nothing is shown`(seed: UInt64) throws {
    let media = try ComposedMedia(["pcm24-stereo.wav", "prores-pcm24.mov", "speech.flac"], .audio)
    let settings = Settings.pcm(rate: 48_000, channels: 2, bits: 32)
    func frames(_ asset: AVAsset, _ track: AVAssetTrack) throws -> [UInt64] {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      let sound = try RangeReading.Sound(try RangeReading(asset, output, isRandomAccess: false).rest())
      return sound.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    }
    let sources = try media.tracks.map { try frames(try #require($0.asset), $0) }
    let (composition, track, history) = try media.randomComposition(seed: seed, edits: 8, scales: seed % 3 == 0)
    let expected = history.frames(sources, silent: 0, rate: 48_000)
    let read = try frames(composition, track)
    try #require(read.count == expected.count)
    let wrong = read.indices.first { expected[$0] != nil && expected[$0] != read[$0] }
    #expect(wrong == nil)
    // A part has the same frames, also within a stretch at another speed.
    let (start, end) = (read.count / 3, read.count / 2)
    func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 48_000) }
    let reader = try AVAssetReader(asset: composition)
    reader.timeRange = CMTimeRange(start: time(start), end: time(end))
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    let part = try RangeReading.Sound(try RangeReading(started: reader, output).rest())
    let bytes = read[start..<end].withUnsafeBytes { Array($0) }
    #expect(part.bytes == bytes && part.start == time(start))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `CO-50: samples as stored keep their bytes`(seed: UInt64) throws {
    let media = try ComposedMedia(["prores-pcm24.mov", "mjpeg-pcm.mov"], .video)
    let sources = try media.tracks.map { track in
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      return try RangeReading(try #require(track.asset), output, isRandomAccess: false).rest()
        .map(RangeReading.Stored.init)
    }
    // In place of a picture's hash stands the place of its sample among all.
    let numbered = sources.enumerated().map { number, samples in
      samples.enumerated().map { RangeReading.Picture($1.time, $1.duration, hash: UInt64(number << 32 | $0)) }
    }
    let (composition, track, history) = try media.randomComposition(seed: seed, edits: 8, scales: true)
    let expected = history.pictures(numbered)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let read = try RangeReading(composition, output, isRandomAccess: false).rest().map(RangeReading.Stored.init)
    let shown = read.filter(\.isShown)
    try #require(shown.count == expected.count)
    for (sample, wanted) in zip(shown, expected) {
      #expect(EditHistory.Fraction(sample.time) == wanted.time)
      #expect(EditHistory.Fraction(sample.duration) == wanted.duration, "at \(wanted.time)")
      #expect(sample.bytes == sources[Int(wanted.hash >> 32)][Int(wanted.hash & 0xFFFF)].bytes)
    }
    #expect(read.allSatisfy { $0.isShown || !$0.bytes.isEmpty })
  }
}
