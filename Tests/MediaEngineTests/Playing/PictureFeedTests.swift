import CoreMedia
import CoreVideo
import MediaEngine
import MediaSupport
import Synchronization
import TestSupport
import Testing

/// The pictures that are decoded around a time, however it moves.
@Suite struct PictureFeedTests {
  /// A time in hundredths of a second.
  private static func time(_ value: Int) -> CMTime { CMTime(value: CMTimeValue(value), timescale: 100) }

  /// A track of pictures at some times, in hundredths of a second, each of which lasts for 10 of them, or until the next.
  private final class Track: SampleReader {
    struct Damage: Error {}

    let times: [Int]
    private let damagedTime: Int?
    private let image: CVPixelBuffer
    private let wanted = Mutex<[Int]>([])
    private let given = Mutex(0)
    /// The number of pictures that were given so far.
    var count: Int { given.withLock { $0 } }

    /// - Parameters:
    ///   - damagedTime: that of a picture that cannot be decoded. It is `nil` for none.
    ///   - size: the width of the pictures, and their height.
    init(_ times: [Int], damagedTime: Int? = nil, size: Int = 16) throws {
      var buffer: CVPixelBuffer?
      #expect(CVPixelBufferCreate(nil, size, size, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
      (self.times, self.damagedTime, image) = (times, damagedTime, try #require(buffer))
    }

    func reset(to timeRanges: [CMTimeRange]) {
      wanted.withLock { wanted in
        wanted = timeRanges.flatMap { range in
          zip(times, times.dropFirst() + [.max]).filter { start, next in
            PictureFeedTests.time(min(start + 10, next)) > range.start && PictureFeedTests.time(start) < range.end
          }.map(\.0)
        }
      }
    }

    /// Each fifth picture stands alone.
    func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
      let keys = times.enumerated().filter { $0.offset % 5 == 0 }.map { PictureFeedTests.time($0.element) }
      let start = keys.last { $0 <= time }.map { CMTimeMaximum($0, timeRange.start) } ?? timeRange.start
      reset(to: [CMTimeRange(start: start, end: timeRange.end)])
    }

    func skip(to time: CMTime) {
      wanted.withLock { wanted in
        let shown = wanted.lastIndex { PictureFeedTests.time($0) <= time }
        if let shown { wanted.removeFirst(shown) }
      }
    }

    func next() throws -> CMSampleBuffer? {
      guard let value = wanted.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
      if value == damagedTime { throw Damage() }
      given.withLock { $0 += 1 }
      let timing = CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: PictureFeedTests.time(value), decodeTimeStamp: .invalid)
      return try CMSampleBuffer(
        imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image), sampleTiming: timing)
    }

    var warnings: [String] { [] }
    var lostTimeRanges: [CMTimeRange] { [] }

    /// The picture that is shown at a time.
    func shown(at value: Int) -> CMTime? { times.last { $0 <= value }.map { PictureFeedTests.time($0) } }
  }

  @Test(arguments: [
    // The pictures at 0, 50, 100 and 150 stand alone.
    (92, Int.max, 50), (92, 60, 50), (92, 42, 50), (92, 30, 62), (50, 60, 50), (49, 200, 0), (7, 5, 2), (0, 10, 0),
    // Behind the last picture, and exactly.
    (300, 20, 300), (92, 0, 92),
  ])
  func `PI-33: a place within a tolerance is that of a picture that stands alone, or the earliest`(
    wanted: Int, tolerance: Int, place: Int
  ) throws {
    let track = try Track(Array(stride(from: 0, to: 200, by: 10)))
    let feed = PictureFeed(track)
    let reached = try feed.seek(
      to: Self.time(wanted), toleranceBefore: tolerance == .max ? .positiveInfinity : Self.time(tolerance))
    #expect(reached == Self.time(place))
    #expect(feed.picture(at: reached)?.frame.time == track.shown(at: place))
    while try feed.fill(from: reached, isReversed: false) {}
    #expect(feed.nextChange(after: reached, isReversed: false) == track.times.first { $0 > place }.map(Self.time))
  }

  @Test(arguments: [([0], 30_000), ([0, 10, 20, 30], 30_000), ([0, 5_000], 4_000)])
  func `PI-33: a picture that is still shown at the wanted place does not draw it back`(times: [Int], wanted: Int)
    throws
  {
    let track = try Track(times)
    let feed = PictureFeed(track)
    #expect(try feed.seek(to: Self.time(wanted), toleranceBefore: .positiveInfinity) == Self.time(wanted))
    #expect(feed.picture(at: Self.time(wanted))?.frame.time == track.shown(at: wanted))
    // One that is known to be the last is so soon behind its time, too.
    while try feed.fill(from: Self.time(wanted), isReversed: false) {}
    guard times.count == 1 else { return }
    #expect(try feed.seek(to: Self.time(100), toleranceBefore: .positiveInfinity) == Self.time(100))
  }

  @Test(arguments: [([4, 14, 24], true), ([9, 14], true), ([10, 20], false), ([40, 50], false)])
  func `PI-84: a first picture that comes within a tenth of a second is shown from the beginning`(
    times: [Int], isShown: Bool
  ) throws {
    let feed = PictureFeed(try Track(times))
    try feed.seek(to: .zero)
    while try feed.fill(from: .zero, isReversed: false) {}
    for time in [0, times[0] - 1] {
      #expect(feed.picture(at: Self.time(time))?.frame.time == (isShown ? Self.time(times[0]) : nil))
      #expect(feed.nextChange(after: Self.time(time), isReversed: false) == Self.time(times[isShown ? 1 : 0]))
    }
  }

  @Test func `PI-84: the last decoded picture is that of later times where they have come, or none follows`() throws {
    let feed = PictureFeed(try Track(Array(stride(from: 0, to: 200, by: 10))))
    func picture(at time: Int, now: Int?) -> CMTime? {
      feed.certainPicture(at: Self.time(time), now: now.map { Self.time($0) })?.frame.time
    }
    try feed.seek(to: .zero)
    while try feed.fill(from: .zero, isReversed: false) {}
    let last = try #require(feed.decodedTimes).last
    #expect(Self.time(10) < last && last < Self.time(100))
    #expect(picture(at: 0, now: nil) == CMTime.zero && picture(at: 5, now: 0) == CMTime.zero)
    #expect(picture(at: 15, now: 0) == Self.time(10))
    #expect(feed.certainPicture(at: last, now: .zero)?.frame.time == last)
    #expect(picture(at: 100, now: 0) == nil && picture(at: 100, now: nil) == nil)
    // Decoding is late.
    #expect(picture(at: 100, now: 100) == last && picture(at: 101, now: 100) == last)
    // A time that goes back has come a moment before.
    try feed.seek(to: Self.time(105))
    while try feed.fill(from: Self.time(105), isReversed: true) {}
    #expect(picture(at: 105, now: 104) == Self.time(100))
    try feed.seek(to: Self.time(190))
    while try feed.fill(from: Self.time(190), isReversed: false) {}
    #expect(picture(at: 10_000, now: 190) == Self.time(190) && picture(at: 185, now: 190) == nil)
  }

  @Test func `the last picture is found at once, however long ago it was`() throws {
    let track = try Track(Array(stride(from: 0, to: 1_000, by: 10)))
    let feed = PictureFeed(track)
    try feed.seek(to: Self.time(60_000))
    #expect(feed.picture(at: Self.time(60_000))?.frame.time == Self.time(990))
    #expect(track.count <= 5, "a group of pictures, and no more")
    #expect(try feed.time(-3, from: Self.time(60_000), while: { true }) == Self.time(960))
  }

  @Test func `steps go as far as there are pictures, and end where nobody waits for them`() throws {
    let track = try Track(Array(stride(from: 0, to: 1_000, by: 10)))
    let feed = PictureFeed(track)
    for (count, place) in [(7, 570), (-7, 430), (.max, 990), (.min, 0), (0, 500)] {
      #expect(try feed.time(count, from: Self.time(500), while: { true }) == Self.time(place), "\(count)")
    }
    for count in [Int.max, .min] {
      #expect { try feed.time(count, from: Self.time(500), while: { false }) } throws: {
        ($0 as? MediaError)?.kind == .cancelled
      }
    }
  }

  @Test(arguments: [
    // Behind the last picture, while it is shown, and before the first one.
    (1, 300, 300), (3, 225, 225), (1, 215, 220), (-3, 215, 200), (-1, 100, 100),
  ])
  func `PI-36: steps never go the other way, also where there is no picture ahead`(count: Int, time: Int, place: Int)
    throws
  {
    let feed = PictureFeed(try Track([200, 210, 220]))
    #expect(try feed.time(count, from: Self.time(time), while: { true }) == Self.time(place))
  }

  @Test func `time that goes back faster than is decoded is followed, and little is held`() throws {
    let track = try Track(Array(stride(from: 0, to: 20_000, by: 10)))
    let feed = PictureFeed(track)
    try feed.seek(to: Self.time(19_990))
    for place in stride(from: 19_990, through: 0, by: -170) {
      // One stretch is decoded at a time.
      _ = try feed.fill(from: Self.time(place), isReversed: true)
      let held = try #require(feed.decodedTimes)
      #expect((held.last - held.first).seconds < 3)
      #expect(abs((held.first - Self.time(place)).seconds) < 5)
    }
  }

  @Test func `pictures that are decoded too late are left out`() throws {
    let track = try Track(Array(stride(from: 0, to: 20_000, by: 10)))
    let feed = PictureFeed(track)
    try feed.seek(to: .zero)
    for place in stride(from: 0, to: 25_000, by: 125) {
      // One picture is decoded at a time.
      _ = try feed.fill(from: Self.time(place), isReversed: false)
      if place > 0 { #expect(feed.picture(at: Self.time(place))?.frame.time == track.shown(at: place)) }
    }
    #expect(track.count <= 200 + 5)
  }

  @Test func `damage ahead is forgotten where its neighbourhood is left, and found anew`() throws {
    let track = try Track(Array(stride(from: 0, to: 200, by: 10)), damagedTime: 150)
    let feed = PictureFeed(track)
    try feed.seek(to: Self.time(130))
    while try feed.fill(from: Self.time(130), isReversed: false) {}
    #expect(feed.failure?.time == Self.time(140))
    while try feed.fill(from: Self.time(50), isReversed: true) {}
    #expect(feed.failure == nil)
    while try feed.fill(from: Self.time(50), isReversed: false) {}
    #expect(feed.failure == nil)
    while try feed.fill(from: Self.time(139), isReversed: false) {}
    #expect(feed.failure?.time == Self.time(140))
  }

  @Test func `as many pictures as may be held are enough`() throws {
    // 64 MiB each.
    let feed = PictureFeed(try Track(Array(0..<50), size: 4_096))
    try feed.seek(to: .zero)
    while try feed.fill(from: .zero, isReversed: false) {}
    let held = try #require(feed.decodedTimes)
    #expect((held.last - held.first).seconds < 0.1)
    #expect(feed.isDecoded(from: .zero, seconds: 0.1, isReversed: false))
    try feed.seek(to: Self.time(40))
    while try feed.fill(from: Self.time(40), isReversed: true) {}
    #expect(feed.isDecoded(from: Self.time(40), seconds: 0.1, isReversed: true))
  }

  @Test(arguments: [
    Array(stride(from: 0, to: 500, by: 10)),
    // They begin late, and there are gaps, one of which is long.
    [130, 140, 150, 300, 310, 320, 325, 330, 480, 490],
    [0], [200], [],
  ])
  func `PI-14, PI-84: the picture of a time is there however the time moves, and so is the next one`(times: [Int])
    throws
  {
    for seed in 0..<100 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let track = try Track(times)
      let feed = PictureFeed(track)
      var place = Int.random(in: 0...500, using: &numbers)
      try feed.seek(to: Self.time(place))
      var isReversed = false
      for _ in 0..<60 {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0:
          place = Int.random(in: 0...500, using: &numbers)
          try feed.seek(to: Self.time(place))
        case 1: isReversed.toggle()
        default:
          // Also faster than it is decoded.
          let step = Int.random(in: 0..<(Bool.random(using: &numbers) ? 8 : 90), using: &numbers)
          place = min(500, max(0, place + (isReversed ? -step : step)))
        }
        var rounds = 0
        while try feed.fill(from: Self.time(place), isReversed: isReversed), rounds < 1000 { rounds += 1 }
        let next = isReversed ? track.times.last { $0 < place } : track.times.first { $0 > place }
        let isThere = next.map { feed.picture(at: Self.time($0))?.frame.time == Self.time($0) } ?? true
        let shown = feed.picture(at: Self.time(place))?.frame.time
        if rounds == 1000 || shown != track.shown(at: place) || !isThere {
          Issue.record(
            "seed \(seed), \(isReversed ? "back" : "forward") at \(place): \(String(describing: shown?.seconds)), \(rounds)"
          )
          return
        }
      }
    }
  }

  @Test func `somebody who waits for the next picture is told of it once`() throws {
    let feed = PictureFeed(try Track([0, 10, 20]))
    try feed.seek(to: .zero)
    #expect(feed.nextChange(after: .zero, isReversed: false) == nil)
    #expect(try feed.fill(from: .zero, isReversed: false))
    let told = [feed.takeAwaited(), feed.takeAwaited()]
    #expect(told == [true, false])
    #expect(feed.nextChange(after: .zero, isReversed: false) == Self.time(10) && !feed.takeAwaited())
    while try feed.fill(from: Self.time(20), isReversed: false) {}
    #expect(feed.nextChange(after: Self.time(25), isReversed: false) == nil && !feed.takeAwaited(), "none follows")
    // The time came to the start faster than it is decoded backward.
    try feed.seek(to: Self.time(25))
    #expect(feed.nextChange(after: Self.time(25), isReversed: true) == nil)
    #expect(feed.nextChange(after: .zero, isReversed: false) != nil)
    #expect(try feed.fill(from: .zero, isReversed: false))
    #expect(feed.takeAwaited() && feed.picture(at: .zero) != nil)
  }
}
