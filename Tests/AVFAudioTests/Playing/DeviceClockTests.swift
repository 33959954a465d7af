import AVFoundation
import DeviceInterop
import Foundation
import MediaEngine
import SoundTestSupport
import TestSupport
import Testing

/// Clocks of sound devices.
@Suite struct DeviceClockTests {
  @Test func `a clock keeps its device open, and goes on when it moves to another`() throws {
    let (first, second) = (SteppedDevice(), SteppedDevice(sampleRate: 44_100))
    let find: @Sendable (String?) -> MixingDevice = { $0 == nil ? first.device : second.device }
    do {
      let time = try SoundDeviceClock(uid: nil, find: find)
      let clock = CMClock(time)
      #expect(clock.time == .zero)
      try first.step(4800, [])
      #expect(clock.time == CMTime(value: 1, timescale: 10))
      try clock.setAudioDeviceUID("other")
      #expect(clock.time == CMTime(value: 1, timescale: 10) && first.device.time == 0)
      try second.step(44_100, [])
      #expect(clock.time == CMTime(value: 11, timescale: 10))
      let timebase = try CMTimebase(sourceClock: clock)
      try timebase.setRate(2)
      try second.step(4410, [])
      #expect(abs(timebase.time.seconds - 0.2) < 1e-9)
      let (uid, number, isDefault) = try clock.audioDevice()
      #expect(uid == "virtual" && number > 0 && !isDefault)
      #expect(throws: NSError.self) { try clock.setAudioDeviceID(number + 1000) }
    }
    #expect(second.device.playing?.uid == nil)
  }

  @Test func `the host's clock is of no sound device`() {
    let clock = CMClock.hostTimeClock
    #expect(throws: NSError.self) { try clock.audioDevice() }
    #expect(CMAudioDeviceClockSetAudioDeviceUID(clock, deviceUID: nil) == kCMClockError_UnsupportedOperation)
    var made: CMClock?
    #expect(
      CMAudioDeviceClockCreate(allocator: nil, deviceUID: "no such device", clockOut: &made)
        == kCMClockError_InvalidParameter)
    #expect(made == nil)
  }
}
