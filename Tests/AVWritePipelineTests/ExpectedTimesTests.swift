import Testing

@testable import AVWritePipeline

/// When a written track may lie, in seconds of its file.
@Suite struct ExpectedTimesTests {
  /// From and to which millisecond of the source each buffer is shown.
  typealias Buffers = [(Int64, Int64)]

  private static let pictures = TrackFacts(
    id: 1, kind: .video, position: 1, codec: "avc1", video: TrackFacts.Video(width: 64, height: 48))

  private static func sound(rate: Double = 48_000, timeScale: Int32 = 48_000) -> TrackFacts {
    TrackFacts(
      id: 1, kind: .audio, position: 1, codec: "aac ", timeScale: timeScale,
      audio: TrackFacts.Audio(sampleRate: rate, channels: 2))
  }

  private static func encoded(_ source: TrackFacts) -> TrackPlan {
    let encoding = AudioEncoding(
      format: .lossy(.aac, BitRate(bitsPerSecond: 128_000)), sampleRate: Int(source.audio?.sampleRate ?? 0),
      channels: 2)
    return TrackPlan(source: source, action: .encodeAudio(encoding), reason: "")
  }

  private static func copied(_ source: TrackFacts) -> TrackPlan {
    TrackPlan(source: source, action: .copy, reason: "")
  }

  /// Ten seconds.
  private static func buffers(of milliseconds: Int64, from start: Int64 = 0) -> Buffers {
    stride(from: start, to: start + 10_000, by: Int(milliseconds)).map { ($0, $0 + milliseconds) }
  }

  private static func times(
    of track: TrackPlan, in container: String, _ buffers: Buffers, origin: Int64 = 0, end: Int64? = nil
  ) throws -> ExpectedTimes {
    var plan = Plan(
      container: try #require(Container(rawValue: container)), tracks: [track], ledger: Ledger())
    plan.part.origin = ExactTime(value: origin, scale: 1000)
    plan.part.end = end.map { ExactTime(value: $0, scale: 1000) }
    let counts = SampleCounts(trackCount: 1)
    for (start, end) in buffers {
      counts.add(
        1, from: ExactTime(value: start, scale: 1000), to: ExactTime(value: end, scale: 1000),
        isPicture: track.source.kind == .video, track: 0)
    }
    return try #require(ExpectedTimes(track, of: plan, counts.snapshot[0]))
  }

  @Test func `a track of which nothing was shown is expected nowhere`() {
    let track = Self.copied(Self.pictures)
    let plan = Plan(container: .mp4, tracks: [track], ledger: Ledger())
    #expect(ExpectedTimes(track, of: plan, SampleCounts.Track())?.start == nil)
  }

  @Test(arguments: ["mp4", "mov"], [-3, -1, 0, 1, 3])
  func `a movie says both ends within a tick of 600 a second`(container: String, halves: Int) throws {
    let offset = Double(halves) / 1200
    for track in [Self.copied(Self.pictures), Self.copied(Self.sound())] {
      let times = try Self.times(of: track, in: container, Self.buffers(of: 40))
      #expect(times.allow(start: offset, end: 10, shift: 0) == (abs(halves) < 2))
      #expect(times.allow(start: 0, end: 10 + offset, shift: 0) == (abs(halves) < 2))
    }
  }

  @Test(
    arguments: [
      (0, 10, true), (0.002, 10.002, true), (-0.002, 10, true), (0.005, 10, false), (-0.005, 10, false),
      // How long the last picture of 40 ms is shown is not said.
      (0, 9.96, true), (0, 9.95, false), (0, 10.01, false),
    ] as [(Double, Double, Bool)])
  func `Matroska has milliseconds, and no length of the last picture`(
    start: Double, end: Double, isAllowed: Bool
  ) throws {
    let times = try Self.times(of: Self.copied(Self.pictures), in: "mkv", Self.buffers(of: 40))
    #expect(times.allow(start: start, end: end, shift: 0) == isAllowed)
  }

  @Test(arguments: [(0.19, false), (0.2, true), (0.3, true), (0.31, false)] as [(Double, Bool)])
  func `a last picture that is shorter than others may be taken for as long`(end: Double, isAllowed: Bool) throws {
    let buffers: Buffers = [(0, 100), (100, 200), (200, 220)]
    let times = try Self.times(of: Self.copied(Self.pictures), in: "mkv", buffers)
    #expect(times.allow(start: 0, end: end, shift: 0) == isAllowed)
  }

  /// 5760 samples of what is written.
  @Test(
    arguments: [
      ("mkv", 48_000, 0.12), ("mkv", 24_000, 0.24), ("ts", 48_000, 0.12), ("mp4", 48_000, 0),
    ] as [(String, Double, Double)])
  func `a container that does not mark a codec's own samples may have them at both ends`(
    container: String, rate: Double, unmarked: Double
  ) throws {
    let track = Self.encoded(Self.sound(rate: rate))
    let times = try Self.times(of: track, in: container, [(0, 10_000)])
    #expect(times.allow(start: -unmarked, end: 10 + unmarked, shift: 0))
    #expect(!times.allow(start: -unmarked - 0.01, end: 10, shift: 0))
    #expect(!times.allow(start: 0, end: 10 + unmarked + 0.01, shift: 0))
    #expect(!times.allow(start: 0.01, end: 10, shift: 0))
    #expect(!times.allow(start: 0, end: 9.99, shift: 0))
  }

  @Test(arguments: [(2, true), (4, true), (6, false), (100, false)] as [(Int64, Bool)])
  func `encoded sound may be longer by an overlap of 5 ms`(overlap: Int64, isAllowed: Bool) throws {
    let buffers: Buffers = [(0, 500 + overlap), (500, 1000)]
    let end = 1 + Double(overlap) / 1000
    let times = try Self.times(of: Self.encoded(Self.sound()), in: "mp4", buffers)
    #expect(times.allow(start: 0, end: end, shift: 0) == isAllowed)
    #expect(!times.allow(start: 0, end: end + 0.003, shift: 0))
    let copied = try Self.times(of: Self.copied(Self.sound()), in: "mp4", buffers)
    #expect(!copied.allow(start: 0, end: end, shift: 0))
  }

  /// Ten seconds are 469 packets of AAC.
  @Test(
    arguments: [
      (1000, 300, true), (1000, 460, true), (1000, 480, false), (48_000, 9, true), (48_000, 11, false),
    ] as [(Int32, Int64, Bool)])
  func `encoded sound may be longer by a tick of each packet`(
    timeScale: Int32, excess: Int64, isAllowed: Bool
  ) throws {
    let track = Self.encoded(Self.sound(timeScale: timeScale))
    let times = try Self.times(of: track, in: "mp4", [(0, 5000 + excess), (5000, 10_000)])
    #expect(times.allow(start: 0, end: 10 + Double(excess) / 1000, shift: 0) == isAllowed)
  }

  @Test(
    arguments: [
      ("mp4", 9.99, false), ("mp4", 10.01, false), ("mkv", 9.98, true), ("mkv", 9.97, false), ("mkv", 10.12, true),
      ("mkv", 10.13, false),
    ] as [(String, Double, Bool)])
  func `copied sound that ends early or late is refused`(container: String, end: Double, isAllowed: Bool) throws {
    let times = try Self.times(of: Self.copied(Self.sound()), in: container, Self.buffers(of: 20))
    #expect(times.allow(start: 0, end: end, shift: 0) == isAllowed)
  }

  @Test func `copied MP3 may be off by a frame`() throws {
    let source = Self.sound(rate: 44_100)
    let copied = try Self.times(of: Self.copied(source), in: "mp3", Self.buffers(of: 20))
    #expect(copied.allow(start: 0.026, end: 10.026, shift: 0))
    #expect(!copied.allow(start: 0.027, end: 10, shift: 0))
    let encoded = try Self.times(of: Self.encoded(source), in: "mp3", Self.buffers(of: 20))
    #expect(!encoded.allow(start: 0.026, end: 10, shift: 0))
  }

  @Test func `all tracks of a file may be later by the same`() throws {
    let times = try Self.times(of: Self.copied(Self.pictures), in: "mkv", Self.buffers(of: 40))
    #expect(times.allow(start: 0.021, end: 10.021, shift: 0.021))
    #expect(!times.allow(start: 0.021, end: 10.021, shift: 0))
    #expect(!times.allow(start: 0, end: 10, shift: 0.021))
  }

  @Test func `times count from the wanted start, and end where no more is wanted`() throws {
    let buffers = Self.buffers(of: 40, from: 2000)
    let whole = try Self.times(of: Self.copied(Self.pictures), in: "mp4", buffers, origin: 2000)
    #expect((whole.start, whole.end) == (0, 10))
    let part = try Self.times(of: Self.copied(Self.pictures), in: "mp4", buffers, origin: 2000, end: 7000)
    #expect(part.allow(start: 0, end: 5, shift: 0))
    #expect(!part.allow(start: 0, end: 10, shift: 0))
    let late = try Self.times(of: Self.copied(Self.pictures), in: "mp4", buffers, origin: 500)
    #expect((late.start, late.end) == (1.5, 11.5))
  }

  /// The last picture was given for 40 ms, of which 20 are wanted.
  @Test(
    arguments: [
      ("mp4", 9.98, true), ("mp4", 10, false), ("mkv", 10, true), ("mkv", 10.03, false),
    ] as [(String, Double, Bool)])
  func `a picture that is cut is whole where lengths are not said`(
    container: String, end: Double, isAllowed: Bool
  ) throws {
    let times = try Self.times(of: Self.copied(Self.pictures), in: container, Self.buffers(of: 40), end: 9980)
    #expect(times.allow(start: 0, end: end, shift: 0) == isAllowed)
  }

  @Test(
    arguments: [
      ("mp4", 0, true), ("mp4", -0.1, false), ("mkv", 0, true), ("mkv", -0.1, true), ("mkv", -0.11, false),
    ] as [(String, Double, Bool)])
  func `pictures before the wanted start are shown where no edit list hides them`(
    container: String, start: Double, isAllowed: Bool
  ) throws {
    let buffers = Self.buffers(of: 40, from: 1900)
    let times = try Self.times(of: Self.copied(Self.pictures), in: container, buffers, origin: 2000)
    #expect(times.allow(start: start, end: 9.9, shift: 0) == isAllowed)
  }
}
