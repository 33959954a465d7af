import CoreMedia
import CoreVideo
import MediaEngine
import TestSupport
import Testing

/// Which decoded picture is shown when.
@Suite struct FrameScheduleTests {
  private static func time(_ value: Int) -> CMTime { CMTime(value: CMTimeValue(value), timescale: 100) }

  private static func frame(_ value: Int) throws -> FrameSchedule.Frame {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
    let image = try #require(buffer)
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: time(value), decodeTimeStamp: .invalid)
    return FrameSchedule.Frame(
      try CMSampleBuffer(
        imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image), sampleTiming: timing))
  }

  private static func schedule(_ values: [Int]) throws -> FrameSchedule {
    var schedule = FrameSchedule()
    for value in values { schedule.append(try frame(value)) }
    return schedule
  }

  private static func times(_ schedule: FrameSchedule) -> [CMTime] { schedule.frames.map(\.time) }

  @Test func `another picture is shown at its time, and backward just before the one that is shown`() throws {
    let schedule = try Self.schedule([10, 20, 40])
    for value in 0...50 {
      let time = Self.time(value)
      let next = [10, 20, 40].first { $0 > value }
      #expect(schedule.timeOfChange(after: time, isReversed: false) == next.map { Self.time($0) })
      guard let change = schedule.timeOfChange(after: time, isReversed: true) else {
        #expect(value < 20)
        continue
      }
      let (before, shown) = (try #require(schedule.frame(at: change)), try #require(schedule.frame(at: time)))
      #expect(before.time < shown.time && change < time)
    }
  }

  @Test func `a picture is shown from its time until the next one's`() throws {
    let schedule = try Self.schedule([10, 14, 20])
    let shown = [9: nil, 10: 10, 13: 10, 14: 14, 19: 14, 20: 20, 1000: 20]
    for (time, value) in shown { #expect(schedule.frame(at: Self.time(time))?.time == value.map(Self.time)) }
    #expect(FrameSchedule().frame(at: .zero) == nil)
  }

  @Test func `pictures whose times go back are left out`() throws {
    var schedule = try Self.schedule([10, 14, 14, 12, 20])
    #expect(Self.times(schedule) == [10, 14, 20].map(Self.time))
    schedule.prepend(try [2, 6, 10, 11].map(Self.frame))
    #expect(Self.times(schedule) == [2, 6, 10, 14, 20].map(Self.time))
  }

  @Test func `what was shown goes, and what is shown stays, in both directions`() throws {
    var forward = try Self.schedule([10, 14, 20, 30])
    forward.discard(passed: Self.time(21), isReversed: false)
    #expect(Self.times(forward) == [20, 30].map(Self.time))
    var backward = try Self.schedule([10, 14, 20, 30])
    backward.discard(passed: Self.time(15), isReversed: true)
    #expect(Self.times(backward) == [10, 14].map(Self.time))
    backward.discard(passed: Self.time(1), isReversed: true)
    #expect(Self.times(backward) == [Self.time(10)], "all were shown: the last of them stays until there is another")
  }

  @Test func `counts and bytes are those of the pictures that are there`() throws {
    var numbers = SeededGenerator(seed: 1)
    var schedule = FrameSchedule()
    for step in 0..<500 {
      if Bool.random(using: &numbers) {
        schedule.append(try Self.frame(step))
      } else {
        schedule.discard(
          passed: Self.time(.random(in: 0...step, using: &numbers)), isReversed: Bool.random(using: &numbers))
      }
      #expect(schedule.byteCount == schedule.frames.reduce(0) { $0 + $1.byteCount })
      let time = Self.time(.random(in: 0...step, using: &numbers))
      let shown = schedule.frames.lastIndex { $0.time <= time }
      #expect(schedule.frame(at: time)?.time == shown.map { schedule.frames[$0].time })
      #expect(
        schedule.count(after: time, isReversed: false) == schedule.frames.count - 1 - (shown ?? -1))
      #expect(schedule.count(after: time, isReversed: true) == shown ?? 0)
    }
  }
}
