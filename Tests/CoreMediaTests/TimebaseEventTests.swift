import CoreGraphics
import CoreMedia
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// What timebases tell: notifications (CT-11, CT-12) and timers (CT-13, CT-14).
@Suite struct TimebaseEventTests {
  private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 48_000) }

  /// The names that a timebase posts while something is done, with its time.
  private func posted(by timebase: CMTimebase, _ body: () throws -> Void) rethrows -> [(String, CMTime)] {
    let events = Mutex<[(String, CMTime)]>([])
    let names = [CMTimebase.effectiveRateChanged, .init(kCMTimebaseNotification_TimeJumped as String)]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { notification in
        let key = CMTimebase.NotificationKey.eventTime.rawValue
        let time = notification.userInfo?[key] as? NSDictionary
        events.withLock { $0.append((notification.name.rawValue, CMTimeMakeFromDictionary(time ?? [:]))) }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try body()
    return events.withLock { $0 }
  }

  @Test func `jumps and rates are posted by all that they move: CT-11 CT-12`() throws {
    let clock = CMClock(SteppedTime())
    let upper = try CMTimebase(sourceClock: clock)
    let lower = try CMTimebase(sourceTimebase: upper)
    #expect(try posted(by: upper) { try upper.setRate(2) }.map(\.0) == ["EffectiveRateChanged"])
    #expect(try posted(by: upper) { try upper.setRate(2) }.isEmpty)
    // It stands: neither its rate nor its time changes.
    #expect(
      try posted(by: lower) { try upper.setRateAndAnchorTime(rate: 3, anchorTime: seconds(9), referenceTime: .zero) }
        .isEmpty)
    try lower.setRate(1)
    let jump = try posted(by: lower) { try upper.setTime(seconds(20)) }
    #expect(jump.map(\.0) == ["TimeJumped"] && jump.first?.1 == lower.time)
    let both = try posted(by: lower) {
      try upper.setRateAndAnchorTime(rate: 1, anchorTime: seconds(5), referenceTime: .zero)
    }
    #expect(both.map(\.0) == ["TimeJumped", "EffectiveRateChanged"])
    #expect(posted(by: lower) { lower.source = clock }.isEmpty)
    try upper.setRate(0)
    let source = posted(by: lower) { lower.source = upper }
    #expect(source.map(\.0) == ["EffectiveRateChanged"])
  }

  @Test func `an observer may set the timebase and wait for it`() throws {
    let timebase = try CMTimebase(sourceClock: .hostTimeClock)
    let name = CMTimebase.effectiveRateChanged
    let observer = NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { _ in
      #expect(CMTimebaseSetTime(timebase, time: .zero) == noErr)
      #expect(CMTimebaseNotificationBarrier(timebase) == noErr)
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try timebase.setRate(1)
    try timebase.notificationBarrier()
  }

  private func timer(_ fired: DispatchSemaphore) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { fired.signal() }
    timer.resume()
    return timer
  }

  /// Makes a timebase of the host's clock, which runs at rate 1 and has the timer.
  private func runningTimebase(with timer: any DispatchSourceTimer) throws -> CMTimebase {
    let timebase = try CMTimebase(sourceClock: .hostTimeClock)
    try timebase.addTimer(timer)
    try timebase.setRate(1)
    return timebase
  }

  /// Long enough for a loaded machine; nothing is measured by it.
  private var patience: DispatchTime { .now() + hangLimit }
  /// A while in which nothing fires: nothing tells that nothing happens. On a slower machine it is no less true.
  private var moment: DispatchTime { .now() + 0.15 }

  @Test func `a dispatch timer fires when the timebase gets there, once: CT-13 CT-14`() throws {
    let fired = DispatchSemaphore(value: 0)
    let timer = timer(fired)
    defer { timer.cancel() }
    let timebase = try runningTimebase(with: timer)
    #expect(fired.wait(timeout: moment) == .timedOut, "it was not told when")
    try timebase.setTimerNextFireTime(timer, fireTime: seconds(1000))
    #expect(fired.wait(timeout: moment) == .timedOut)
    // A jump brings it near, and a rate nearer.
    try timebase.setTime(seconds(900))
    try timebase.setRate(2000)
    #expect(fired.wait(timeout: patience) == .success)
    #expect(timebase.time >= seconds(1000))
    try timebase.setRate(1)
    #expect(fired.wait(timeout: moment) == .timedOut, "it fires once")
    // A jump back lets it fire again, and standing does not.
    try timebase.setRateAndAnchorTime(rate: 0, anchorTime: seconds(999.99), referenceTime: .zero)
    #expect(fired.wait(timeout: moment) == .timedOut)
    try timebase.setRate(1)
    #expect(fired.wait(timeout: patience) == .success)
    // A time that was passed is there at once, in either direction.
    try timebase.setTimerNextFireTime(timer, fireTime: .zero)
    #expect(fired.wait(timeout: patience) == .success)
    try timebase.setRate(-1)
    try timebase.setTimerNextFireTime(timer, fireTime: seconds(5000))
    #expect(fired.wait(timeout: patience) == .success)
    try timebase.setTimerNextFireTime(timer, fireTime: .invalid)
    try timebase.setTime(.zero)
    #expect(fired.wait(timeout: moment) == .timedOut)
    try timebase.setTimerToFireImmediately(timer)
    #expect(fired.wait(timeout: patience) == .success)
    try timebase.removeTimer(timer)
    #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setTimerToFireImmediately(timer) }
  }

  @Test func `a timer does not fire at a time without a time scale, which is no number: CT-14`() throws {
    let fired = DispatchSemaphore(value: 0)
    let timer = timer(fired)
    defer { timer.cancel() }
    let timebase = try runningTimebase(with: timer)
    let time = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
    try timebase.setTimerNextFireTime(timer, fireTime: time)
    #expect(fired.wait(timeout: moment) == .timedOut)
    try timebase.setTimerNextFireTime(timer, fireTime: .zero)
    #expect(fired.wait(timeout: patience) == .success)
  }

  @Test func `a follower's timer hears of what its source does`() throws {
    let upper = try CMTimebase(sourceClock: .hostTimeClock)
    let lower = try CMTimebase(sourceTimebase: upper)
    let fired = DispatchSemaphore(value: 0)
    let timer = timer(fired)
    defer { timer.cancel() }
    #expect(CMTimebaseAddTimerDispatchSource(lower, timerSource: timer) == noErr)
    try lower.setRate(1)
    let status = CMTimebaseSetTimerDispatchSourceNextFireTime(
      lower, timerSource: timer, fireTime: seconds(30), flags: 0)
    #expect(status == noErr)
    #expect(fired.wait(timeout: moment) == .timedOut)
    try upper.setRate(1000)
    #expect(fired.wait(timeout: patience) == .success)
    #expect(lower.time >= seconds(30))
    #expect(CMTimebaseRemoveTimerDispatchSource(lower, timerSource: timer) == noErr)
  }

  @Test func `a run loop's timer fires in its loop: CT-13`() throws {
    let timebase = try CMTimebase(sourceClock: .hostTimeClock)
    #expect(throws: CMTimebase.Error.timerIntervalTooShort) {
      try timebase.addTimer(Timer(timeInterval: 1, repeats: true) { _ in }, on: .current)
    }
    let (ready, fired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Thread {
      let date = Date(timeIntervalSinceReferenceDate: CMTimebase.farFuture)
      let timer = Timer(fire: date, interval: CMTimebase.veryLongTimeInterval, repeats: true) { timer in
        timer.invalidate()
        fired.signal()
      }
      RunLoop.current.add(timer, forMode: .default)
      #expect(CMTimebaseAddTimer(timebase, timer: timer, runloop: .current) == noErr)
      let status = CMTimebaseSetTimerNextFireTime(
        timebase, timer: timer, fireTime: CMTime(value: 5, timescale: 1), flags: 0)
      #expect(status == noErr)
      ready.signal()
      // The loop ends with its last timer.
      while timer.isValid, RunLoop.current.run(mode: .default, before: .distantFuture) {}
    }
    thread.start()
    #expect(ready.wait(timeout: patience) == .success)
    // Another thread starts the timebase: the loop is asleep.
    try timebase.setRate(100)
    #expect(fired.wait(timeout: patience) == .success)
  }
}
