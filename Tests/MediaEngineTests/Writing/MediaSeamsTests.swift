import MediaInterop
import MediaSupport
import MovieFile
import Testing

@testable import MediaEngine

/// Rule CO-54: the places in the media of samples of several parts, and the edit list that shows the parts.
@Suite struct MediaSeamsTests {
  private struct Written {
    var pts: Int64
    var dts: Int64?
    var trimStart = 0
    var trimEnd = 0
    var isDiscarded = false
    var isKeyFrame = true
  }

  private static let timeBase = TimeBase(ticksPerSecond: 600)

  /// Returns the decode times in the media of packets of 10 ticks, the presentation times of those that are not
  /// presented, the edits, and the duration of the last packet where it is not its own.
  private static func media(
    _ samples: [Written]
  ) -> (times: [Int64?], hidden: [Int64?], edits: [Edit], lastDuration: Int64?) {
    var seams = MediaSeams()
    var timeline = TrackTimeline(timeBase: timeBase)
    var times: [Int64?] = []
    var hidden: [Int64?] = []
    func write(_ packet: Packet) {
      timeline.didWrite(packet)
      times.append(packet.dts)
      if packet.isDiscarded { hidden.append(packet.pts) }
    }
    for sample in samples {
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(start: nil, count: 0), owner: nil, pts: sample.pts,
        dts: sample.dts ?? sample.pts, duration: 10, timeBase: timeBase)
      (packet.trimStart, packet.trimEnd) = (sample.trimStart, sample.trimEnd)
      (packet.isDiscarded, packet.isKeyFrame) = (sample.isDiscarded, sample.isKeyFrame)
      seams.place(packet, write)
    }
    seams.finish().forEach(write)
    return (times, hidden, EditList(timeline, movieTimeScale: 600).edits, timeline.lastDuration)
  }

  private static func edit(_ start: Int64, _ duration: Int64) -> Edit { .media(start: start, duration: duration) }

  @Test func `sound without a seam keeps its times`() {
    let whole = Self.media([
      Written(pts: -10, trimStart: 10, isDiscarded: true), Written(pts: 0), Written(pts: 10, trimEnd: 4),
    ])
    #expect(whole.times == [-10, 0, 10] && whole.edits == [Self.edit(0, 16)])
  }

  /// Each part begins at the earliest time that is let through, and ends at the latest.
  @Test func `parts that go back by decades do not stop the process`() {
    let most = SessionClock.mostTicks
    let part = [Written(pts: -most, trimStart: 1), Written(pts: most)]
    let media = Self.media(Array(repeating: part, count: 8).flatMap { $0 })
    #expect(media.times.count == 16)
  }

  /// The out point lies within the leading pictures of a random-access point, which is decoded before them.
  @Test func `leading pictures stay at their places where the picture that they follow in decoding is not presented`() {
    let cut = Self.media([
      Written(pts: 0, dts: -10), Written(pts: 10, dts: 0, isKeyFrame: false),
      Written(pts: 40, dts: 10, isDiscarded: true), Written(pts: 30, dts: 20, isDiscarded: true, isKeyFrame: false),
      Written(pts: 20, dts: 30, isKeyFrame: false),
    ])
    #expect(cut.times == [-10, 0, 10, 20, 30] && cut.hidden == [40, 30])
    #expect(cut.edits == [Self.edit(0, 30)])
  }

  @Test func `a part behind a picture that is not presented begins with its own`() {
    let joined = Self.media([
      Written(pts: 0, dts: -10), Written(pts: 10, dts: 0, isKeyFrame: false),
      Written(pts: 28, dts: 10, isDiscarded: true), Written(pts: 20, dts: 20), Written(pts: 30, dts: 30),
    ])
    #expect(joined.hidden == [28])
    #expect(joined.edits == [Self.edit(0, 20), Self.edit(38, 20)])
  }

  @Test func `what is trimmed between two parts has a place in the media and no time`() {
    let joined = Self.media([
      Written(pts: 0), Written(pts: 10, trimEnd: 4), Written(pts: 4, trimStart: 10, isDiscarded: true),
      Written(pts: 14, trimStart: 2), Written(pts: 24),
    ])
    #expect(joined.times == [0, 10, 20, 30, 40])
    #expect(joined.edits == [Self.edit(0, 16), Self.edit(32, 18)])
  }

  @Test func `a part that begins whole comes behind the padding of the part before`() {
    let joined = Self.media([Written(pts: 0, trimEnd: 3), Written(pts: 7), Written(pts: 17, trimEnd: 9)])
    #expect(joined.times == [0, 10, 20] && joined.edits == [Self.edit(0, 7), Self.edit(10, 11)])
  }

  /// An empty edit would stand between two others, which libavformat warns of.
  @Test func `where nothing is presented between two parts, the media has a gap`() {
    let joined = Self.media([Written(pts: 0), Written(pts: 8, trimStart: 7), Written(pts: 18)])
    #expect(joined.times == [0, 15, 25] && joined.edits == [Self.edit(0, 15), Self.edit(22, 13)])
  }

  @Test func `seams that are off by a rounded tick leave no gap`() {
    let joined = Self.media([Written(pts: 0, trimEnd: 3), Written(pts: 6, trimStart: 2), Written(pts: 16)])
    #expect(joined.edits == [Self.edit(0, 8), Self.edit(13, 18)])
  }

  /// The first part ends with two pictures that others refer to; the second begins with a run-up of two.
  @Test func `pictures that are only decoded lie between the edits`() {
    let pictures = [
      Written(pts: 0), Written(pts: 40, dts: 10, isDiscarded: true, isKeyFrame: false),
      Written(pts: 30, dts: 20, isDiscarded: true, isKeyFrame: false), Written(pts: 10, dts: 30, isKeyFrame: false),
      Written(pts: 0, dts: 0, isDiscarded: true), Written(pts: 10, dts: 10, isDiscarded: true, isKeyFrame: false),
      Written(pts: 20, dts: 20, isKeyFrame: false),
    ]
    let joined = Self.media(pictures)
    #expect(joined.times == [0, 10, 20, 30, 50, 60, 70])
    #expect(joined.edits == [Self.edit(0, 20), Self.edit(70, 10)])
  }

  /// The last pictures of the first part: one is decoded after two that come behind the part.
  private static let cutPictures = [
    Written(pts: 0), Written(pts: 30, dts: 10, isDiscarded: true, isKeyFrame: false),
    Written(pts: 20, dts: 20, isDiscarded: true, isKeyFrame: false), Written(pts: 10, dts: 30, isKeyFrame: false),
  ]

  @Test func `pictures behind a part that are decoded before its last one lie between the edits`() {
    let joined = Self.media(Self.cutPictures + [Written(pts: 20, dts: 20), Written(pts: 30, dts: 30)])
    #expect(joined.times == [0, 10, 20, 30, 40, 50] && joined.hidden == [30, 20])
    #expect(joined.edits == [Self.edit(0, 20), Self.edit(40, 20)])
  }

  @Test func `pictures behind a part come later than what is presented last, where nothing is for a while`() {
    let joined = Self.media(Self.cutPictures + [Written(pts: 45, dts: 45), Written(pts: 55, dts: 55)])
    // They are as far behind the picture that stays on as the gap is long.
    #expect(joined.hidden == [55, 45])
    #expect(joined.edits == [Self.edit(0, 45), Self.edit(90, 20)])
  }

  @Test func `media is no longer for a run-up that would begin before the first part`() {
    let runUp = (-4...0).map { Written(pts: $0 * 10, isDiscarded: true, isKeyFrame: $0 == -4) }
    let shown = [(10, 10), (30, 20), (20, 30)].map { Written(pts: $0.0, dts: $0.1, isKeyFrame: false) }
    #expect(Self.media([Written(pts: 0)] + runUp + shown).lastDuration == nil)
  }

  @Test func `a run-up in a while in which nothing is presented comes behind it`() {
    let joined = Self.media([
      Written(pts: 0), Written(pts: 10), Written(pts: 40, isDiscarded: true),
      Written(pts: 50, isDiscarded: true, isKeyFrame: false), Written(pts: 60, isKeyFrame: false),
    ])
    #expect(joined.times == [0, 10, 60, 70, 80] && joined.hidden == [60, 70])
    #expect(joined.edits == [Self.edit(0, 60), Self.edit(80, 10)])
  }

  @Test func `pictures within a part that are not presented are no seam`() {
    let whole = Self.media([Written(pts: 0), Written(pts: 10, isDiscarded: true), Written(pts: 20)])
    #expect(whole.times == [0, 10, 20] && whole.edits == [Self.edit(0, 30)])
    let end = Self.media(Self.cutPictures)
    #expect(end.times == [0, 10, 20, 30] && end.edits == [Self.edit(0, 20)])
  }
}
