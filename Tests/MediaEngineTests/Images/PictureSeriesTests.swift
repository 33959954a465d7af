import CoreMedia
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

/// The division of times among finders of pictures that work side by side.
@Suite struct PictureSeriesTests {
  private static func count(_ runCount: Int, processors: Int, memory: Int = .max) -> Int {
    PictureSeries(
      (0..<runCount).map { $0..<$0 + 1 }, processorCount: processors, decoderByteCount: 700, pictureByteCount: 100,
      memoryLimit: memory
    ).finderCount
  }

  @Test func `there are as many finders as processors, unless there are fewer runs, or too little memory`() {
    #expect(Self.count(20, processors: 1) == 1)
    #expect(Self.count(20, processors: 2) == 2)
    // Each has two runs at the least.
    #expect(Self.count(20, processors: 64) == 10)
    #expect(Self.count(3, processors: 64) == 1)
    // Each holds a decoder and three images.
    #expect(Self.count(64, processors: 64, memory: 5999) == 5)
    #expect(Self.count(64, processors: 64, memory: 0) == 1)
    #expect(Self.count(0, processors: 64) == 1)
  }

  @Test func `neighbours that belong together are one run`() {
    #expect([1, 2, 4, 5, 6, 9].runs { $1 == $0 + 1 } == [0..<2, 2..<5, 5..<6])
    #expect([Int]().runs { $0 == $1 } == [])
  }

  /// Returns the runs of times in a file, in seconds.
  private static func runs(_ name: String, _ times: [Double]) throws -> [Range<Int>] {
    let source = AssetSource(url: Files.fixtures.appendingPathComponent(name))
    let track = try #require(try source.load().tracks.first { $0.mediaType == .video })
    let session = source.makeSession(onDamage: .endsReading)
    defer { session.cancel() }
    return try PictureFinder(track, in: source, session)
      .series(of: times.map { CMTime(seconds: $0, preferredTimescale: 600) } + [.invalid]).runs
  }

  @Test func `pictures that are decoded from one random-access point are one run`() throws {
    // Its key frames are at 0, 1.6 and 3.2 s.
    #expect(try Self.runs("h264-aac.mov", [0.1, 1.5, 1.7, 1.8, 3.5]) == [0..<2, 2..<4, 4..<6])
    // Without a table of samples it is the distance that says so.
    #expect(try Self.runs("h264-aac.mkv", [0.1, 0.9, 11, 12]) == [0..<2, 2..<5])
    // Without an index it is all read through.
    #expect(try Self.runs("h264-open-gop.ts", [0.1, 11, 30]) == [0..<4])
  }
}
