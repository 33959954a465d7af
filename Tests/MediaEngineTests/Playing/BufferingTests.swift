import CoreMedia
import Foundation
import MediaInterop
import MovieFile
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct BufferingTests {
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  private static func ranges(_ times: [CMTimeRange]) -> [ClosedRange<Double>] {
    times.map { $0.start.seconds...$0.end.seconds }
  }

  @Test func `times are there where the bytes of every track are`() {
    let parts = { (offset: Int64) in
      (0..<10).map {
        LoadedTimes.Part(start: Self.time(Double($0)), bytes: $0 * 200 + offset..<$0 * 200 + offset + 100)
      }
    }
    let times = LoadedTimes(tracks: [parts(0), parts(100)], duration: Self.time(10))
    var present = ByteRanges()
    #expect(times.ranges(present).isEmpty && times.end(from: .zero, present) == .zero)
    present.insert(0..<450)
    // Of the third second only one track's bytes are there.
    #expect(Self.ranges(times.ranges(present)) == [0...2])
    #expect(times.end(from: Self.time(0.5), present) == Self.time(2))
    #expect(times.end(from: Self.time(5), present) == Self.time(5))
    present.insert(1000..<2000)
    #expect(Self.ranges(times.ranges(present)) == [0...2, 5...10])
    #expect(times.end(from: Self.time(7.5), present) == Self.time(10))
  }

  /// The times of a movie that is said to have a number of bytes.
  private static func times(of movie: [UInt8], byteCount: Int64?) throws -> LoadedTimes {
    let folder = try TemporaryFolder()
    let url = folder.file("hostile.mp4")
    try Data(movie).write(to: url)
    let source = AssetSource(url: url)
    return LoadedTimes(
      of: try source.load().tracks, in: try source.load(), byteCount: byteCount, duration: try source.header().duration)
  }

  @Test func `places and times at the end of 64 bits are nowhere`() throws {
    let fragmented = [UInt8](try Data(contentsOf: Files.fixtures.appendingPathComponent("h264-fragmented.mp4")))
    for distance in stride(from: Int64(0), through: 100_000, by: 500) {
      let late = MovieBoxes.fragments(of: fragmented, beginAt: .max - distance)
      let times = try? Self.times(of: late, byteCount: nil)
      #expect(times?.ranges(ByteRanges()).isEmpty ?? true)
    }
    let movie = [UInt8](try Data(contentsOf: Files.fixtures.appendingPathComponent("h264-aac.mov")))
    for place in [UInt64(Int64.max), UInt64(Int64.max) - 100, .max] {
      let times = try Self.times(of: MovieBoxes.chunks(of: movie, lieAt: place), byteCount: .max)
      var present = ByteRanges()
      present.insert(0..<300_000)
      #expect(times.end(from: .zero, present) < Self.time(1))
    }
  }

  @Test func `a resource of any stated size has times`() throws {
    let sound = AssetSource(url: Files.fixtures.appendingPathComponent("speech.wav"))
    let (tracks, duration) = (try sound.load().tracks, try sound.header().duration)
    for byteCount in [1, 99, 220_544, Int64.max / 100, .max] {
      let times = LoadedTimes(of: tracks, in: try sound.load(), byteCount: byteCount, duration: duration)
      var present = ByteRanges()
      present.insert(0..<byteCount)
      #expect(times.ranges(present) == [CMTimeRange(start: .zero, duration: duration)])
      present.remove(byteCount - 1..<byteCount)
      #expect(times.end(from: .zero, present) < duration)
    }
  }

  @Test func `PI-41: likely to keep up, empty and full, by what is there and how fast it comes`() {
    func buffering(_ ahead: Double, isFull: Bool = false, speed: Double, rate: Double = 1) -> Buffering {
      Buffering(
        time: Self.time(10), end: Self.time(10 + ahead), duration: Self.time(100), isFull: isFull, byteRate: 1000,
        transferRate: 1000 * speed, rate: rate)
    }
    #expect(buffering(0, speed: 10).isEmpty && !buffering(0, speed: 10).isLikelyToKeepUp)
    #expect(buffering(2, speed: 2).isLikelyToKeepUp)
    #expect(!buffering(2, speed: 0.5).isLikelyToKeepUp && !buffering(2, speed: 2, rate: 2).isLikelyToKeepUp)
    #expect(buffering(60, speed: 0.5).isLikelyToKeepUp, "the rest comes while that is played")
    #expect(buffering(90, speed: 0).isFull && buffering(90, speed: 0).isLikelyToKeepUp, "all there is")
    #expect(buffering(5, isFull: true, speed: 0).isLikelyToKeepUp, "no more would come")
    #expect(Buffering().isLikelyToKeepUp && !Buffering().isEmpty && !Buffering().differs(from: Buffering()))
  }
}
