import MediaInterop
import MediaSupport
import MediaTime
import MovieFile
import Testing

@testable import MediaEngine

/// What a movie of 600 ticks a second shows of a track.
@Suite struct EditListTests {
  private struct Written {
    var pts: Int64
    var duration: Int64 = 10
    var trimStart = 0
    var trimEnd = 0
    var isDiscarded = false
  }

  private static func timeline(
    _ samples: [Written], ticksPerSecond: Int32 = 1000, sessionEnd: Int64? = nil, sessionLength: Int64 = 0
  ) -> TrackTimeline {
    var timeline = TrackTimeline(timeBase: TimeBase(ticksPerSecond: ticksPerSecond))
    let nothing = PacketStorage(count: 0)
    for sample in samples {
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: sample.pts, dts: sample.pts,
        duration: sample.duration, timeBase: timeline.timeBase)
      (packet.trimStart, packet.trimEnd) = (sample.trimStart, sample.trimEnd)
      packet.isDiscarded = sample.isDiscarded
      timeline.didWrite(packet)
    }
    timeline.sessionEndTime = sessionEnd.map { timeline.timeBase.time($0) }
    timeline.sessionLength = sessionEnd ?? sessionLength
    return timeline
  }

  private static func edits(_ timeline: TrackTimeline) -> [Edit] { EditList(timeline, movieTimeScale: 600).edits }

  @Test(
    arguments: [
      ([], nil, []), ([-30, -20], nil, [.empty(duration: 1500)]), ([], 2500, [.empty(duration: 1500)]),
      ([3000], 2500, [.empty(duration: 1500)]), ([-30, -20], 2500, [.empty(duration: 1500)]),
    ] as [([Int64], Int64?, [Edit])])
  func `a session of which nothing is shown is an empty edit of its length`(
    times: [Int64], sessionEnd: Int64?, expected: [Edit]
  ) {
    let timeline = Self.timeline(times.map { Written(pts: $0) }, sessionEnd: sessionEnd, sessionLength: 2500)
    #expect(Self.edits(timeline) == expected)
  }

  @Test(
    arguments: [
      ([0, 10, 20], nil, [.media(0, 18)]), ([-20, -10, 0, 10], nil, [.media(0, 12)]),
      ([-5, 5], nil, [.media(0, 9)]), ([0, 10, 20], 15, [.media(0, 9)]), ([0, 10, 20], 500, [.media(0, 18)]),
    ] as [([Int64], Int64?, [Edit])])
  func `media is shown from the session's start to its end`(times: [Int64], sessionEnd: Int64?, expected: [Edit]) {
    #expect(Self.edits(Self.timeline(times.map { Written(pts: $0) }, sessionEnd: sessionEnd)) == expected)
  }

  @Test func `a later start is an empty edit`() {
    #expect(Self.edits(Self.timeline([Written(pts: 70), Written(pts: 80)])) == [.empty(duration: 42), .media(70, 12)])
    #expect(
      Self.edits(Self.timeline([Written(pts: 3000)], sessionEnd: 3005)) == [.empty(duration: 1800), .media(3000, 3)])
  }

  @Test func `a start that is none in the movie's ticks has no empty edit`() {
    // A quarter of a tick.
    let timeline = Self.timeline([Written(pts: 20, duration: 48_000)], ticksPerSecond: 48_000)
    #expect(Self.edits(timeline) == [.media(20, 600)])
  }

  /// 11 ms are 6.6 ticks; the later track's 9 ms alone would be 5.
  @Test func `tracks that end together end together in the movie`() {
    let late = Self.edits(Self.timeline([Written(pts: 2, duration: 9)]))
    let whole = Self.edits(Self.timeline([Written(pts: 0, duration: 990)], ticksPerSecond: 90_000))
    #expect(late == [.empty(duration: 1), .media(2, 6)])
    #expect(whole == [.media(0, 7)])
  }

  @Test(
    arguments: [
      ([(-12, 10, 0, true), (-2, 2, 0, false), (8, 0, 0, false), (18, 0, 4, false)], (12, 4, 24)),
      ([(-4, 4, 0, false), (6, 0, 0, false)], (4, 0, 16)), ([(0, 0, 0, false), (10, 0, 4, false)], (0, 4, 16)),
      ([(0, 0, 0, false), (10, 0, 0, false)], nil), ([(-10, 10, 0, true)], nil), ([], nil),
    ] as [([(Int64, Int, Int, Bool)], (Int, Int, Int64)?)])
  func `priming says what is trimmed and what is left`(
    samples: [(Int64, Int, Int, Bool)], expected: (Int, Int, Int64)?
  ) {
    let timeline = Self.timeline(
      samples.map { Written(pts: $0.0, trimStart: $0.1, trimEnd: $0.2, isDiscarded: $0.3) }, ticksPerSecond: 48_000)
    let priming = expected.map { AudioPriming(priming: $0.0, remainder: $0.1, validFrames: $0.2) }
    #expect(timeline.priming == priming)
  }
}

extension Edit {
  fileprivate static func media(_ start: Int64, _ duration: Int64) -> Edit { .media(start: start, duration: duration) }
}
