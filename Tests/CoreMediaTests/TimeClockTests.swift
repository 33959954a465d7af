import CoreGraphics
import CoreMedia
import Dispatch
import Testing

@Suite struct TimeClockTests {
  @Test func `the host clock is the monotonic clock`() {
    let before = DispatchTime.now().uptimeNanoseconds
    let now = CMClockGetTime(CMClockGetHostTimeClock())
    let after = DispatchTime.now().uptimeNanoseconds
    #expect(now.timescale == 1_000_000_000 && !now.hasBeenRounded)
    #expect((before...after).contains(CMClockConvertHostTimeToSystemUnits(now)))
    #expect(CMClock.hostTimeClock.time >= now && CMSyncGetTime(CMClock.hostTimeClock) >= now)
  }

  @Test func `system units are nanoseconds`() {
    #expect(areIdentical(CMClockMakeHostTimeFromSystemUnits(5), CMTime(value: 5, timescale: 1_000_000_000)))
    #expect(CMClockMakeHostTimeFromSystemUnits(.max).seconds == Double(UInt64.max) / 1e9)
    #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: 1, timescale: 3)) == 333_333_333)
    #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: 2, timescale: 3)) == 666_666_667)
    #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: .max, timescale: 1)) == .max)
    #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: .min, timescale: 1)) == 0)
    for time in CMTime.nonNumeric { #expect(CMClockConvertHostTimeToSystemUnits(time) == 0) }
  }

  @Test func `the host clock follows itself, and goes on when it is invalidated`() throws {
    let clock = CMClock.hostTimeClock
    let (anchor, reference) = try clock.anchorTime()
    #expect(anchor == reference && anchor <= clock.time)
    var (clockTime, referenceTime) = (CMTime.invalid, CMTime.invalid)
    #expect(CMClockGetAnchorTime(clock, clockTimeOut: &clockTime, referenceClockTimeOut: &referenceTime) == noErr)
    #expect(clockTime == referenceTime && clockTime >= anchor)
    #expect(!CMClockMightDrift(clock, otherClock: CMClockGetHostTimeClock()))
    CMClockInvalidate(clock)
    #expect(CMClockGetTime(clock) >= clockTime)
  }

  @Test func `objects tell their class`() {
    #expect(CFGetTypeID(CMClock.hostTimeClock) == CMClockGetTypeID())
    #expect(CFGetTypeID("no clock" as CFString) != CMClock.typeID)
    #expect(CMSyncGetTime("no clock" as CFString) == .invalid)
  }

  @Test func `errors of clocks carry their status`() {
    #expect(CMClock.Error.invalidParameter.code == Int(kCMClockError_InvalidParameter))
    #expect(CMClock.Error.unsupportedOperation.code == -12756)
    #expect(CMClock.Error.missingRequiredParameter.domain == NSOSStatusErrorDomain)
  }
}
