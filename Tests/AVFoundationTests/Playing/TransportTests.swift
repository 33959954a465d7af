import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// The transport of a player: its state, its item and its rates.
@Suite struct TransportTests {
  private static let url = MediaFiles.fixture("speech.wav")
  private static let half = CMTime(value: 1, timescale: 2)

  @Test func `PL-01, PL-20: a player has the item of its URL, and is ready when that was loaded, whatever came of it`()
    async throws
  {
    try await bounded {
      let empty = AVPlayer()
      #expect(empty.currentItem == nil && empty.status == .unknown && empty.error == nil)
      let player = AVPlayer(url: Self.url)
      #expect((player.currentItem?.asset as? AVURLAsset)?.url == Self.url)
      let stepped = SteppedPlayer(Self.url)
      #expect(stepped.player.status == .unknown || stepped.item.status != .unknown)
      try stepped.device.wait { stepped.player.status == .readyToPlay }
      let missing = SteppedPlayer(URL(fileURLWithPath: "/nowhere/at-all.mov"))
      try missing.device.wait { missing.item.status == .failed }
      #expect(missing.player.status == .readyToPlay && missing.player.error == nil)
      missing.player.replaceCurrentItem(with: nil)
      #expect(missing.player.status == .readyToPlay && missing.player.currentItem == nil)
    }
  }

  @Test func `PL-01: a player is ready as soon as its item is, for whoever looks at the item`() async throws {
    try await bounded {
      for _ in 0..<200 {
        let stepped = SteppedPlayer(Self.url)
        while stepped.item.status == .unknown { sched_yield() }
        #expect(stepped.player.status == .readyToPlay)
      }
    }
  }

  @Test func `PL-06, PL-07: playing is the default rate, which is set and read by itself; pausing is a rate of 0`()
    async throws
  {
    try await bounded {
      let player = SteppedPlayer(Self.url).player
      #expect(player.defaultRate == 1)
      player.defaultRate = 1.5
      #expect(player.rate == 0 && player.timeControlStatus == .paused)
      player.play()
      #expect(player.rate == 1.5 && player.timeControlStatus != .paused)
      player.rate = 2
      #expect(player.defaultRate == 1.5)
      player.pause()
      #expect(player.rate == 0 && player.timeControlStatus == .paused && player.defaultRate == 1.5)
    }
  }

  @Test
  func `PL-12, PL-13: at the end a player that pauses there sets its rate to 0 itself, and says so`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      let reasons = Told<String>()
      let token = NotificationCenter.default.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: stepped.player, queue: nil
      ) { reasons.append($0.userInfo?[AVPlayer.rateDidChangeReasonKey] as? String ?? "") }
      stepped.item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 5)
      try stepped.play()
      try stepped.step { stepped.player.rate == 0 }
      #expect(stepped.player.timeControlStatus == .paused)
      try stepped.device.wait { reasons.values.count >= 2 }
      #expect(reasons.values == [String](repeating: AVPlayer.RateDidChangeReason.setRateCalled.rawValue, count: 2))
      NotificationCenter.default.removeObserver(token)
    }
  }

  @Test func `PL-21: the current item in the place of itself changes nothing`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      try stepped.waitUntilReady()
      try stepped.seek(to: Self.half)
      let told = Told<Void>()
      let observation = stepped.player.observe(\.currentItem) { _, _ in told.append(()) }
      stepped.player.replaceCurrentItem(with: stepped.item)
      DispatchQueue.main.sync {}
      #expect(stepped.player.currentItem === stepped.item && stepped.item.status == .readyToPlay)
      #expect(stepped.player.currentTime() == Self.half && told.values.isEmpty)
      observation.invalidate()
    }
  }

  @Test func `PL-30, PI-37: a player's seeks are those of its item, and without one they end with false at once`()
    async throws
  {
    let player = AVPlayer()
    let answers = Told<Bool>()
    player.seek(to: Self.half) { answers.append($0) }
    player.seek(to: Self.half, toleranceBefore: .zero, toleranceAfter: .zero) { answers.append($0) }
    #expect(answers.values == [false, false])
    #expect(await !player.seek(to: Self.half))
    #expect(await !player.seek(to: Self.half, toleranceBefore: .zero, toleranceAfter: .zero))

    let stepped = SteppedPlayer(Self.url)
    try await bounded { try stepped.waitUntilReady() }
    #expect(await stepped.player.seek(to: Self.half, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(stepped.item.currentTime() == Self.half)
    #expect(await stepped.item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(stepped.player.currentTime() == .zero)
    let outside = CMTime(value: 1000, timescale: 1)
    #expect(await !stepped.player.seek(to: outside, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await !stepped.item.seek(to: outside))
  }

  @Test
  func `PL-31: a rate that is set for a time of the item and one of the host joins them, and the item waits there`()
    async throws
  {
    try await bounded {
      // Without sound the host's clock is the item's.
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-anamorphic.mp4"))
      stepped.player.automaticallyWaitsToMinimizeStalling = false
      try stepped.waitUntilReady()
      let timebase = try #require(stepped.item.timebase)
      let clock = CMClock.hostTimeClock
      let moment = clock.time + CMTime(value: 1000, timescale: 1)
      stepped.player.setRate(2, time: Self.half, atHostTime: moment)
      try stepped.device.wait { timebase.rate == 2 && stepped.player.timeControlStatus == .playing }
      #expect(stepped.player.rate == 2)
      #expect(clock.convertTime(moment, to: timebase) == Self.half)
      let later = moment + CMTime(value: 1, timescale: 8)
      #expect(clock.convertTime(later, to: timebase) == CMTime(value: 3, timescale: 4))
      #expect(stepped.player.currentTime() == Self.half, "it does not run before")
      // The current time is meant where none is given.
      stepped.player.setRate(1, time: .invalid, atHostTime: moment)
      try stepped.device.wait { timebase.rate == 1 }
      #expect(clock.convertTime(moment, to: timebase) == Self.half && stepped.player.currentTime() == Self.half)
    }
  }

  @Test func `PL-31: where the time of the host is over, the item is where it would be then`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-anamorphic.mp4"))
      stepped.player.automaticallyWaitsToMinimizeStalling = false
      try stepped.waitUntilReady()
      let timebase = try #require(stepped.item.timebase)
      let clock = CMClock.hostTimeClock
      let moment = clock.time - CMTime(value: 10, timescale: 1)
      stepped.player.setRate(1.0 / 128, time: Self.half, atHostTime: moment)
      try stepped.device.wait { timebase.rate > 0 && stepped.player.timeControlStatus == .playing }
      #expect(clock.convertTime(moment, to: timebase) == Self.half)
      #expect(stepped.player.currentTime() > Self.half + CMTime(value: 5, timescale: 64))
      // That moment is over: behind a seek the time begins where it is.
      try stepped.seek(to: .zero)
      try stepped.device.wait { timebase.rate > 0 }
      #expect(stepped.player.currentTime() < Self.half)
    }
  }

  /// What is decoded ahead, which is a fifth of a second at the least, is joined at once; a place behind that is gone to, and
  /// begins half a second later.
  @Test(arguments: [(late: 3_000, first: 3_000, frame: 0), (66_150, 88_200, 22_050)])
  func `PL-31: sound is joined in the middle where the time of the host is over`(late: Int, first: Int, frame: Int)
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(Self.url, on: SteppedDevice(sampleRate: 44_100))
      stepped.player.automaticallyWaitsToMinimizeStalling = false
      try stepped.waitUntilReady()
      // The host's time is 0 when the device is opened.
      stepped.player.setRate(1, time: .zero, atHostTime: CMTime(value: CMTimeValue(-late), timescale: 44_100))
      try stepped.device.wait { stepped.player.timeControlStatus == .playing && stepped.item.timebase?.rate == 1 }
      let place = CMTime(value: CMTimeValue(first), timescale: 44_100)
      #expect(try stepped.player.currentTime() == place && stepped.frame(of: place) == Int64(frame))
      try stepped.step(frame + 9600)
      let heard = stepped.heard(from: 0)
      #expect(heard.prefix(2 * frame).allSatisfy { $0 == 0 })
      let sound = try ReadSound(Self.url, sampleRate: 44_100)
      #expect(Array(heard.dropFirst(2 * frame)) == sound.stereo(first..<(first + 9600)))
    }
  }

  @Test func `PL-31: without a time of the host the rate and the place are set together, soon`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url, on: SteppedDevice(sampleRate: 44_100))
      stepped.player.automaticallyWaitsToMinimizeStalling = false
      try stepped.waitUntilReady()
      stepped.player.setRate(1, time: Self.half, atHostTime: .invalid)
      try stepped.device.wait { stepped.player.timeControlStatus == .playing && stepped.item.timebase?.rate == 1 }
      let first = try stepped.frame(of: Self.half)
      try stepped.step(9600)
      let heard = stepped.heard(from: first)
      let sound = try ReadSound(Self.url, sampleRate: 44_100)
      let expected = sound.stereo(22_050..<(22_050 + heard.count / 2))
      #expect(heard.count > 9000 && Array(heard) == expected)
    }
  }
}
