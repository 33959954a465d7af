import MovieFile
import TestSupport
import Testing

@testable import MediaEngine

/// Samples come as they are presented, and each lies where its run of the file says.
@Suite struct AdjacentSamplesTests {
  private static let files = [
    "h264-aac.mov", "h264-fragmented.mp4", "h264-trimmed.mov", "h264-two-audio.mp4", "many-facts.mov", "speech.m4a",
  ]

  @Test(arguments: files)
  func `samples come in their order, and runs hold those behind them`(file: String) throws {
    var runCount = 0
    for track in try Movie(path: Files.fixture(file)).tracks {
      let presented = PresentedSamples(track, nil)
      var samples = AdjacentSamples(presented)
      runCount += try expectSame(&samples, presented)
      for place in stride(from: 0, to: track.samples.reduce(0) { count, _ in count + 1 }, by: 7) {
        guard let time = track.samples.dropFirst(place).first(where: { _ in true })?.presentationTime else { continue }
        var (samples, presented) = (AdjacentSamples(presented), presented)
        _ = (samples.next(), samples.next())
        samples.seek(to: time)
        presented.seek(to: time)
        _ = try expectSame(&samples, presented)
        samples.rewind()
        presented.rewind()
        _ = try expectSame(&samples, presented)
      }
    }
    #expect(runCount > 0)
  }

  /// - Returns: the number of runs.
  private func expectSame(_ samples: inout AdjacentSamples, _ expected: PresentedSamples) throws -> Int {
    var (expected, count, end) = (expected, 0, Int64.min)
    while let (sample, run) = samples.next() {
      #expect(sample == expected.next())
      let ownEnd = sample.sample.offset + Int64(sample.sample.size)
      if let run {
        count += 1
        #expect(run.lowerBound == sample.sample.offset && run.upperBound > ownEnd)
        #expect(run.count <= 128 << 10)
        end = run.upperBound
      } else if end > .min {
        #expect(ownEnd <= end, "a sample of its own ends the run in front")
      }
      if ownEnd == end { end = .min }
    }
    #expect(expected.next() == nil)
    return count
  }
}
