import AVFoundation
import Testing

@testable import AVWritePipeline

/// The counts of what writers are given.
@Suite struct SampleCountsTests {
  @Test func `the counts have the earliest start and the latest end`() {
    let counts = SampleCounts(trackCount: 2)
    func time(_ value: Int64) -> ExactTime { ExactTime(value: value, scale: 8) }
    counts.add(1, from: time(5), to: time(6), track: 1)
    counts.add(1, from: time(7), to: time(8), track: 1)
    counts.add(1, from: time(6), to: time(7), track: 1)
    counts.finish(track: 1)
    #expect(
      counts.snapshot[1]
        == SampleCounts.Track(
          samples: 3, start: time(5), end: time(8), seconds: 0.375, lastSeconds: 0.125, latestStart: time(7),
          secondLatestStart: time(6), longestStep: 0.25, isFinished: true))
    #expect(counts.snapshot[0] == SampleCounts.Track())
  }

  /// The writer does the same (WI-66).
  @Test func `a last picture without a duration is shown as long as the one before it, in whichever order they come`() {
    let counts = SampleCounts(trackCount: 1)
    func time(_ value: Int64) -> ExactTime { ExactTime(value: value, scale: 1) }
    counts.add(1, from: time(0), to: time(3), isPicture: true, track: 0)
    counts.add(1, from: time(6), to: time(6), isPicture: true, track: 0)
    counts.add(1, from: time(3), to: time(6), isPicture: true, track: 0)
    #expect(counts.snapshot[0].assumedEnd == time(9))
    counts.finish(track: 0)
    #expect(counts.snapshot[0].end == time(9))
    #expect(counts.snapshot[0].lastSeconds == 3)
  }

  /// From and to which eighth of a second each picture is shown.
  @Test(
    arguments: [
      ([(0, 4), (4, 8)], 8, true), ([(0, 4), (4, 8)], 9, false), ([(4, 8), (0, 4)], 8, true),
      // It lasts as long as its file.
      ([(0, 0)], 80, true), ([], 0, false),
    ] as [([(Int64, Int64)], Int64, Bool)])
  func `AW-37: samples reach their end, and one without an end of its own any time`(
    pictures: [(Int64, Int64)], time: Int64, isReached: Bool
  ) {
    let counts = SampleCounts(trackCount: 1)
    for (start, end) in pictures {
      counts.add(
        1, from: ExactTime(value: start, scale: 8), to: ExactTime(value: end, scale: 8), isPicture: true, track: 0)
    }
    counts.finish(track: 0)
    let record = TrackSampleCounts(counts: counts, track: 0)
    #expect(record.reaches(CMTime(value: time, timescale: 8)) == isReached)
    #expect(record.reaches(CMTime(value: 1000 * time + 16, timescale: 8000)) == isReached)
  }
}
