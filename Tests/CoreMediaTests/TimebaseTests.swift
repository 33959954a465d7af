import CoreGraphics
import CoreMedia
import Foundation
import Synchronization
import Testing

/// A clock that a test sets.
final class SteppedTime: DeviceTime {
  private let now = Mutex(CMTime.zero)
  private let rate: Double

  init(rate: Double = 1) { self.rate = rate }

  func step(_ seconds: Double) {
    now.withLock { $0 = $0 + CMTime(seconds: seconds, preferredTimescale: 48_000) }
  }

  var reading: ClockReading {
    ClockReading(time: now.withLock { $0 }, hostTime: CMClock.hostTimeClock.time, rate: rate)
  }
}

/// A clock whose end asks for another time, as closing a device may.
private final class AskingTime: DeviceTime {
  private let ask: @Sendable () -> Void

  init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }

  deinit { ask() }

  var reading: ClockReading { ClockReading(time: .zero, hostTime: CMClock.hostTimeClock.time, rate: 1) }
}

private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 48_000) }

/// Timebases on a clock that a test steps, so that every time is exact (CT-01 to CT-10, CT-15).
@Suite struct TimebaseTests {
  let device = SteppedTime()
  let clock: CMClock

  init() { clock = CMClock(device) }

  @Test func `a new timebase stands at zero: CT-01`() throws {
    let timebase = try CMTimebase(sourceClock: clock)
    device.step(3)
    #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
    #expect(timebase.sourceClock === clock && timebase.sourceTimebase == nil)
    #expect(timebase.ultimateSourceClock === clock)
    let follower = try CMTimebase(sourceTimebase: timebase)
    #expect(follower.time == .zero && follower.sourceTimebase === timebase && follower.sourceClock == nil)
  }

  @Test func `a clock that nobody has any more may end: CT-07`() throws {
    let other = try CMTimebase(sourceClock: clock)
    let asked = Mutex(0)
    let timebase = try CMTimebase(
      sourceClock: CMClock(
        AskingTime {
          _ = other.time
          asked.withLock { $0 += 1 }
        }))
    timebase.source = clock
    #expect(asked.withLock { $0 } == 1)
  }

  @Test(arguments: [0, 1, 2, -1, 0.5])
  func `the rate says how far the time goes: CT-02`(rate: Double) throws {
    let timebase = try CMTimebase(sourceClock: clock)
    try timebase.setTime(seconds(10))
    try timebase.setRate(rate)
    device.step(4)
    #expect(timebase.time == seconds(10 + 4 * rate))
    #expect(timebase.timeAndRate == (timebase.time, rate))
    #expect(timebase.time(withTimescale: 10).timescale == 10)
  }

  @Test func `a rate goes on from where the time is: CT-05`() throws {
    let timebase = try CMTimebase(sourceClock: clock)
    for (index, rate) in [1.0, 3, -2, 0, 1].enumerated() {
      let before = timebase.time
      try timebase.setRate(rate)
      #expect(timebase.time == before, "change \(index)")
      device.step(1)
    }
    #expect(timebase.time == seconds(1 + 3 - 2 + 0 + 1))
  }

  @Test func `an anchor may be past or to come, with a rate at once: CT-04 CT-06`() throws {
    let timebase = try CMTimebase(sourceClock: clock)
    device.step(10)
    try timebase.setRateAndAnchorTime(rate: 2, anchorTime: seconds(100), referenceTime: seconds(8))
    #expect(timebase.time == seconds(104))
    try timebase.setAnchorTime(.zero, referenceTime: seconds(12))
    #expect(timebase.time == seconds(-4) && timebase.rate == 2)
    device.step(2)
    #expect(timebase.time == .zero)
  }

  @Test func `the effective rate is the product, and a stop above stops all: CT-03`() throws {
    let upper = try CMTimebase(sourceClock: clock)
    let lower = try CMTimebase(sourceTimebase: upper)
    try upper.setRate(2)
    try lower.setRate(-1.5)
    #expect(lower.effectiveRate == -3 && lower.rate == -1.5)
    device.step(1)
    #expect(lower.time == seconds(-3))
    try upper.setRate(0)
    device.step(5)
    #expect(lower.time == seconds(-3) && lower.effectiveRate == 0 && lower.rate == -1.5)
    try upper.setTime(.zero)
    #expect(lower.time == .zero)
  }

  @Test func `another source leaves time and rate: CT-07`() throws {
    let (first, second) = (try CMTimebase(sourceClock: clock), try CMTimebase(sourceClock: .hostTimeClock))
    let timebase = try CMTimebase(sourceTimebase: first)
    try first.setRate(1)
    try timebase.setRate(2)
    device.step(1)
    #expect(CMTimebaseSetSourceTimebase(timebase, second) == noErr)
    #expect(timebase.time == seconds(2) && timebase.rate == 2 && timebase.effectiveRate == 0)
    timebase.source = clock
    device.step(1)
    #expect(timebase.time == seconds(4) && timebase.sourceClock === clock)
    // What followed before has no part in it.
    try first.setTime(seconds(50))
    #expect(timebase.time == seconds(4))
  }

  @Test func `nothing follows itself: CT-07`() throws {
    let upper = try CMTimebase(sourceClock: clock)
    let lower = try CMTimebase(sourceTimebase: try CMTimebase(sourceTimebase: upper))
    #expect(CMTimebaseSetSourceTimebase(upper, lower) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetSourceTimebase(upper, upper) == kCMTimebaseError_InvalidParameter)
    upper.source = lower
    #expect(upper.sourceClock === clock)
  }

  @Test func `times are converted up and down a tree: CT-08`() throws {
    let stem = try CMTimebase(sourceClock: clock)
    let (left, right) = (try CMTimebase(sourceTimebase: stem), try CMTimebase(sourceTimebase: stem))
    try left.setRateAndAnchorTime(rate: 2, anchorTime: seconds(1), referenceTime: seconds(3))
    try right.setRateAndAnchorTime(rate: -1, anchorTime: seconds(7), referenceTime: seconds(0))
    // The stem stands, and makes no difference between its followers.
    #expect(left.convertTime(seconds(5), to: right) == seconds(2))
    #expect(left.convertTime(seconds(5), to: stem) == seconds(5))
    #expect(stem.convertTime(seconds(4), to: right) == seconds(3))
    #expect(left.convertTime(seconds(5), to: left) == seconds(5))
    #expect(left.convertTime(seconds(5), to: clock) == .invalid)
    #expect(CMSyncConvertTime(.indefinite, from: left, to: clock) == .indefinite)
    try left.setRate(0)
    #expect(left.convertTime(seconds(5), to: right) == .invalid)
    #expect(clock.convertTime(seconds(9), to: stem) == .zero)
  }

  @Test func `rates relative to each other: CT-09`() throws {
    let (moving, standing) = (try CMTimebase(sourceClock: clock), try CMTimebase(sourceClock: clock))
    try moving.setRate(3)
    #expect(moving.rate(relativeTo: clock) == 3 && clock.rate(relativeTo: moving) == 1 / 3)
    #expect(moving.rate(relativeTo: standing).isNaN && standing.rate(relativeTo: moving) == 0)
    #expect(CMSyncGetRelativeRate(moving, relativeTo: moving) == 1)
    #expect(CMSyncGetRelativeRate("no clock" as CFString, relativeTo: moving).isNaN)
  }

  @Test func `a rate comes with a moment since when it holds`() throws {
    let upper = try CMTimebase(sourceClock: clock)
    let lower = try CMTimebase(sourceTimebase: upper)
    try upper.setRate(1)
    try lower.setRate(1)
    device.step(2)
    try upper.setRate(2)
    device.step(3)
    let (rate, anchor, reference) = try lower.rateAndAnchorTime(relativeTo: clock)
    #expect(rate == 2 && anchor == seconds(2) && reference == seconds(2))
    #expect(try lower.rateAndAnchorTime(relativeTo: lower) == (1, seconds(8), seconds(8)))
  }

  @Test func `clocks drift beside each other, by the host's time: CT-10`() throws {
    let fast = CMClock(SteppedTime(rate: 2))
    let timebase = try CMTimebase(sourceClock: fast)
    try timebase.setRate(3)
    #expect(timebase.rate(relativeTo: clock) == 6)
    #expect(timebase.mightDrift(relativeTo: clock) && !timebase.mightDrift(relativeTo: fast))
    let now = CMClock.hostTimeClock.time
    let there = fast.convertTime(seconds(4), to: CMClock.hostTimeClock)
    #expect(abs((there - now).seconds - 2) < 1)
    fast.invalidate()
    #expect(fast.time == .invalid && timebase.time == .invalid && timebase.rate == 3)
    #expect(throws: CMClock.Error.unsupportedOperation) { try fast.anchorTime() }
    #expect(timebase.convertTime(.zero, to: clock) == .invalid)
    #expect(throws: CMSync.Error.invalidParameter) { try timebase.rateAndAnchorTime(relativeTo: clock) }
  }

  @Test func `what is no time or rate is refused, and a read-only timebase refuses all: CT-15`() throws {
    let timebase = try CMTimebase(sourceClock: clock)
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(CMTimebaseSetTime(timebase, time: time) == kCMTimebaseError_InvalidParameter)
      #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setAnchorTime(.zero, referenceTime: time) }
    }
    for rate in [Double.nan, .infinity] {
      #expect(CMTimebaseSetRate(timebase, rate: rate) == kCMTimebaseError_InvalidParameter)
    }
    let readOnly = CMTimebase(readOnly: clock)
    #expect(CMTimebaseSetRate(readOnly, rate: 1) == kCMTimebaseError_ReadOnly)
    #expect(CMTimebaseSetSourceClock(readOnly, .hostTimeClock) == kCMTimebaseError_ReadOnly)
    try readOnly.drive(rate: 1)
    device.step(1)
    #expect(readOnly.time == seconds(1))
  }

  /// Ten lines that say what a chain does, in floating point.
  private struct Model {
    var links: [(rate: Double, time: Double, source: Double)]
    func time(at clock: Double) -> Double { links.reversed().reduce(clock) { $1.time + ($0 - $1.source) * $1.rate } }
    func sourceTime(of index: Int, at clock: Double) -> Double {
      Model(links: Array(links[(index + 1)...])).time(at: clock)
    }
    mutating func setRate(_ rate: Double, of index: Int, at clock: Double) {
      let now = Model(links: Array(links[index...])).time(at: clock)
      links[index] = (rate, now, sourceTime(of: index, at: clock))
    }
    mutating func setTime(_ time: Double, of index: Int, at clock: Double) {
      links[index] = (links[index].rate, time, sourceTime(of: index, at: clock))
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `random chains follow the model`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let depth = Int.random(in: 1...5, using: &random)
    var chain = [try CMTimebase(sourceClock: clock)]
    for _ in 1..<depth { chain.insert(try CMTimebase(sourceTimebase: chain[0]), at: 0) }
    var model = Model(links: Array(repeating: (0, 0, 0), count: depth))
    var now = 0.0
    for _ in 0..<60 {
      let index = Int.random(in: 0..<depth, using: &random)
      let value = Double(Int.random(in: -8...8, using: &random)) / 4
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        try chain[index].setRate(value)
        model.setRate(value, of: index, at: now)
      case 1:
        try chain[index].setTime(seconds(value))
        model.setTime(value, of: index, at: now)
      default:
        device.step(0.25)
        now += 0.25
      }
      let wanted = model.time(at: now)
      #expect(abs(chain[0].time.seconds - wanted) <= 1e-6 * max(1, abs(wanted)))
      #expect(chain[0].effectiveRate == model.links.reduce(1) { $0 * $1.rate })
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var seed: UInt64
    mutating func next() -> UInt64 {
      seed &+= 0x9E37_79B9_7F4A_7C15
      var z = seed
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  @Test func `a timebase that nobody holds goes, with what follows it`() throws {
    var upper: CMTimebase? = try CMTimebase(sourceClock: clock)
    weak let weakUpper = upper
    var lower: CMTimebase? = try CMTimebase(sourceTimebase: try #require(upper))
    weak let weakLower = lower
    upper = nil
    #expect(weakUpper != nil && lower?.time == .zero)
    lower = nil
    #expect(weakUpper == nil && weakLower == nil)
  }
}
