import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile
import Testing

@testable import MediaEngine

/// Parts of the media, moved to where an edit list shows them.
@Suite struct EditedStageTests {
  /// Sound of 60 ms, a sample each millisecond whose value is its number.
  private static let sound = (0..<6).map { index in
    ScriptedPackets.Step(
      dts: Int64(index) * 10, duration: 10, bytes: (0..<10).flatMap { [UInt8(index * 10 + $0), 0] })
  }
  /// Pictures of 40 ms each, of the same numbers.
  private static let pictures = (0..<6).map { index in
    ScriptedPackets.Step(dts: Int64(index) * 40, duration: 40, bytes: Array(repeating: UInt8(index), count: 6))
  }

  private func stage(
    _ edits: [Edit], isPictures: Bool, _ request: PictureRequest = PictureRequest()
  ) throws -> EditedStage {
    let map = EditMap(edits, movieTimeScale: 1000, mediaTimeScale: 1000, mediaEnd: isPictures ? 240 : 60)
    let timeBase = ScriptedPackets.timeBase
    let shown = TrackEdits(map, movie: timeBase, media: timeBase)
    let inner: any ReadingStage =
      isPictures
      ? PictureStage(try .scripted(.tinyPictures), ScriptedPackets(Self.pictures), request)
      : AudioStage(try .scripted(.slowSound), ScriptedPackets(Self.sound), AudioRequest())
    return EditedStage(inner, shown, isPictures: isPictures)
  }

  /// The value of each sample by the time at which it is shown.
  private func heard(_ samples: [CMSampleBuffer]) throws -> [Int64: Int16] {
    var heard: [Int64: Int16] = [:]
    for sample in samples {
      let values = try #require(sample.dataBuffer).dataBytes().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      for (index, value) in values.enumerated() {
        #expect(heard.updateValue(value, forKey: sample.start + Int64(index)) == nil)
      }
    }
    return heard
  }

  private static let lists: [[Edit]] = [
    Array(repeating: .media(start: 0, duration: 25), count: 4),
    [.media(start: 30, duration: 20), .media(start: 0, duration: 30)],
    [.empty(duration: 15), .media(start: 11, duration: 17), .empty(duration: 5), .media(start: 3, duration: 9)],
    [.media(start: 58, duration: 2), .media(start: 0, duration: 0)],
    // What reaches beyond the media is silent.
    [.media(start: 50, duration: 30), .media(start: 50, duration: 30)],
  ]

  @Test(arguments: lists)
  func `each sample of sound is heard when the edits say`(edits: [Edit]) throws {
    let map = EditMap(edits, movieTimeScale: 1000, mediaTimeScale: 1000, mediaEnd: 60)
    let end = try #require(map.spans.last).presentation.upperBound
    for (start, stop) in [(0, end), (7, end), (0, end - 3), (26, 40), (end, end + 9)] as [(Int64, Int64)] {
      let heard = try heard(stage(edits, isPictures: false).samples(in: range(start, stop)))
      var expected: [Int64: Int16] = [:]
      for time in start..<max(start, min(stop, end)) {
        if let media = map.mediaTime(at: time), media < 60 { expected[time] = Int16(media) }
      }
      #expect(heard == expected, "\(start) to \(stop)")
    }
  }

  @Test func `pictures are cut to their edits`() throws {
    let edits: [Edit] = [.media(start: 100, duration: 70), .empty(duration: 30), .media(start: 0, duration: 50)]
    let samples = try stage(edits, isPictures: true).samples(in: range(0))
    #expect(samples.map(\.start) == [0, 20, 60, 100, 140])
    #expect(samples.map { $0.duration.seconds * 1000 } == [20, 40, 10, 40, 10])
  }

  @Test(
    arguments: [
      // In an edit, in the gap behind it, in the next edit, and behind all.
      (55, 20, 20), (85, 60, 60), (120, 100, 100), (149, 140, 140), (500, 140, 140),
    ] as [(Int64, Int64, Int64)])
  func `what is shown before a time ahead, or before which decoding begins, is left out`(
    time: Int64, sought: Int64, skipped: Int64
  ) throws {
    let edits: [Edit] = [.media(start: 100, duration: 70), .empty(duration: 30), .media(start: 0, duration: 50)]
    let stage = try stage(edits, isPictures: true, .urgent)
    let place = CMTime(value: time, timescale: 1000)
    stage.seek(to: range(0), fromAccessPointAt: place)
    #expect(try stage.next()?.start == sought)
    stage.seek(to: range(0))
    #expect(try stage.next()?.start == 0)
    try stage.skip(to: place)
    #expect(try stage.next()?.start == skipped)
  }

  @Test func `one picture is shown as long as an edit dwells on it, and others last as the speed says`() throws {
    let edits: [Edit] = [
      .media(start: 90, duration: 500, rate: 0), .media(start: 80, duration: 40, rate: 2 * Edit.normalRate),
      .media(start: 0, duration: 80, rate: Edit.normalRate / 2),
    ]
    let samples = try stage(edits, isPictures: true).samples(in: range(0))
    #expect(samples.map(\.start) == [0, 500, 520, 540])
    #expect(samples.map { $0.duration.seconds * 1000 } == [500, 20, 20, 80])
  }

  @Test func `a range is the same whatever was read before`() throws {
    let edits = Self.lists[0]
    let stage = try stage(edits, isPictures: false)
    for start in [30, 0, 77, 26] as [Int64] {
      let fresh = try heard(self.stage(edits, isPictures: false).samples(in: range(start)))
      #expect(try heard(stage.samples(in: range(start))) == fresh)
    }
  }
}
