import AVFAudio
import Testing

/// Moments in the machine's clock and in frames.
@Suite struct AVAudioTimeTests {
  @Test func `AT-01, AT-02: a time says what it knows`() {
    let host = AVAudioTime(hostTime: 5)
    #expect(host.isHostTimeValid && !host.isSampleTimeValid && host.hostTime == 5 && host.sampleRate == 0)
    let frames = AVAudioTime(sampleTime: -7, atRate: 48_000)
    #expect(!frames.isHostTimeValid && frames.isSampleTimeValid && frames.sampleTime == -7)
    #expect(frames.sampleRate == 48_000)
    let both = AVAudioTime(hostTime: 5, sampleTime: 7, atRate: 44_100)
    #expect(both.isHostTimeValid && both.isSampleTimeValid && both.hostTime == 5 && both.sampleTime == 7)
    #expect(both.audioTimeStamp.mFlags == .sampleHostTimeValid)
  }

  @Test func `AT-01, AT-02: a time stamp is kept as it is`() {
    var stamp = AudioTimeStamp()
    (stamp.mSampleTime, stamp.mHostTime, stamp.mRateScalar) = (1.5, 9, 1.01)
    stamp.mFlags = [.sampleTimeValid, .rateScalarValid]
    let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8000)
    #expect(time.audioTimeStamp == stamp && time.isSampleTimeValid && !time.isHostTimeValid)
    #expect(!AVAudioTime(audioTimeStamp: &stamp, sampleRate: 0).isSampleTimeValid)
    for (value, expected) in [(Double.nan, 0), (.infinity, .max), (-.infinity, .min)] as [(Double, Int64)] {
      stamp.mSampleTime = value
      #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8000).sampleTime == expected)
    }
  }

  @Test func `AT-03: host times are nanoseconds`() {
    #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
    #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
    let none: [TimeInterval] = [-1, -.infinity, .nan, 0, 1e-10]
    #expect(none.allSatisfy { AVAudioTime.hostTime(forSeconds: $0) == 0 })
    #expect([1e30, .infinity].allSatisfy { AVAudioTime.hostTime(forSeconds: $0) == .max })
    let now = CMClock.hostTimeClock.time
    let units = CMClock.convertHostTimeToSystemUnits(now)
    #expect(abs(AVAudioTime.seconds(forHostTime: units) - now.seconds) < 1e-6)
  }

  @Test(
    arguments: [
      (48_000, 0, 480, 1_010_000_000), (48_000, 480, 0, 990_000_000), (48_000, 0, 24_000_000_000, 500_001_000_000_000),
      (44_100, 441, 0, 990_000_000), (44_100, 480, 441, 1_000_000_000 - 884_354),
    ] as [(Double, Int64, Int64, UInt64)])
  func `AT-04: an anchor gives a time what it lacks`(rate: Double, anchorFrames: Int64, frames: Int64, hostTime: UInt64)
    throws
  {
    let anchor = AVAudioTime(hostTime: 1_000_000_000, sampleTime: anchorFrames, atRate: rate)
    let time = try #require(AVAudioTime(sampleTime: frames, atRate: rate).extrapolateTime(fromAnchor: anchor))
    #expect(time.isHostTimeValid && time.hostTime == hostTime)
    #expect(time.isSampleTimeValid && time.sampleTime == frames && time.sampleRate == rate)
    var stamp = AudioTimeStamp()
    (stamp.mHostTime, stamp.mFlags) = (hostTime, .hostTimeValid)
    let host = AVAudioTime(audioTimeStamp: &stamp, sampleRate: rate)
    let back = try #require(host.extrapolateTime(fromAnchor: anchor))
    #expect(back.isSampleTimeValid && back.sampleTime == frames && back.hostTime == hostTime)
  }

  @Test func `AT-04: the anchor may be of another rate`() throws {
    let anchor = AVAudioTime(hostTime: 2_000_000_000, sampleTime: 48_000, atRate: 48_000)
    let time = try #require(AVAudioTime(sampleTime: 88_200, atRate: 44_100).extrapolateTime(fromAnchor: anchor))
    #expect(time.hostTime == 3_000_000_000 && time.sampleTime == 88_200 && time.sampleRate == 44_100)
    var stamp = AudioTimeStamp()
    (stamp.mHostTime, stamp.mFlags) = (3_000_000_000, .hostTimeValid)
    let host = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 44_100)
    #expect(host.extrapolateTime(fromAnchor: anchor)?.sampleTime == 88_200)
  }

  @Test func `AT-04: a time that has both keeps them`() throws {
    let anchor = AVAudioTime(hostTime: 1, sampleTime: 1, atRate: 48_000)
    let both = AVAudioTime(hostTime: 77, sampleTime: 5, atRate: 8000)
    let same = try #require(both.extrapolateTime(fromAnchor: anchor))
    #expect(same.audioTimeStamp == both.audioTimeStamp && same.sampleRate == 8000)
  }

  @Test func `AT-05: without enough there is nothing to extrapolate`() {
    let anchor = AVAudioTime(hostTime: 1_000_000_000, sampleTime: 0, atRate: 48_000)
    let frames = AVAudioTime(sampleTime: 480, atRate: 48_000)
    #expect(frames.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 1)) == nil)
    #expect(frames.extrapolateTime(fromAnchor: frames) == nil)
    #expect(AVAudioTime(hostTime: 5).extrapolateTime(fromAnchor: anchor) == nil)
    var stamp = AudioTimeStamp()
    #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48_000).extrapolateTime(fromAnchor: anchor) == nil)
    #expect(AVAudioTime(sampleTime: 5, atRate: .nan).extrapolateTime(fromAnchor: anchor) == nil)
    #expect(AVAudioTime(sampleTime: -48_001, atRate: 48_000).extrapolateTime(fromAnchor: anchor) == nil)
  }
}
