import AVFoundation
import Foundation
import Observation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// The time of an item: how it runs, and who is told of it.
@Suite struct ItemTimeTests {
  private static let half = CMTime(value: 1, timescale: 2)

  @Test func `PI-24: the time jumps when it goes elsewhere, and not when it runs`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("speech.wav"))
      let jumps = SteppedPlayer.count(AVPlayerItem.timeJumpedNotification, of: stepped.item)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count > 0 }
      #expect(jumps.count == 0)
      for number in 1...3 {
        try stepped.seek(to: CMTime(value: CMTimeValue(number), timescale: 3))
        try stepped.device.wait { jumps.count == number }
      }
      // A place that it is at already is none that it jumps to: of the two seeks the second alone is told.
      try stepped.seek(to: CMTime(value: 1, timescale: 1))
      try stepped.seek(to: .zero)
      try stepped.device.wait { jumps.count >= 4 }
      #expect(jumps.count == 4)
    }
  }

  @Test(arguments: [1, -1] as [Float])
  func `PI-24, PL-34: the time jumps also where it runs without sound, and observers of time are called behind that`(
    rate: Float
  ) async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-anamorphic.mp4"))
      try stepped.waitUntilReady()
      let (far, near) = (CMTime(value: 9, timescale: 10), CMTime(value: 1, timescale: 10))
      let jumps = SteppedPlayer.count(AVPlayerItem.timeJumpedNotification, of: stepped.item)
      try stepped.seek(to: rate > 0 ? far : near)
      // It is told on the main thread, which may be behind the seek's own answer.
      try stepped.device.wait { jumps.count == 1 }
      let times = Told<CMTime>()
      let observer = stepped.player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 5), queue: DispatchQueue(label: "observers")
      ) { times.append($0) }
      // So slowly that it does not come to its end.
      try stepped.play(rate / 100)
      let place = rate > 0 ? near : far
      try stepped.seek(to: place)
      try stepped.device.wait { jumps.count == 2 && times.values.contains { abs(($0 - place).seconds) < 0.05 } }
      try stepped.device.wait { stepped.item.timebase?.rate == Double(rate / 100) }
      stepped.player.removeTimeObserver(observer)
    }
  }

  @Test(arguments: [
    "h264-aac.ts", "speech.m4a", "speech-bare.mp3", "speech.opus", "h264-vfr.mov", "h264-late-audio.mov",
  ])
  func `PI-21: the time never goes back, also where the sound is longer than the container says`(name: String)
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture(name))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.seek(to: stepped.item.duration - CMTime(value: 1, timescale: 10))
      try stepped.play()
      var last = stepped.player.currentTime()
      try stepped.step(by: 48) {
        let (time, isOver) = (stepped.player.currentTime(), ended.count > 0)
        if time < last { Issue.record("\(time.seconds) behind \(last.seconds)") }
        last = time
        return isOver
      }
      #expect(stepped.player.currentTime() == stepped.item.duration)
    }
  }

  @Test(arguments: [1, -1] as [Float])
  func `PI-20, PI-21: where an end is outside of the media, or behind the time, the time does not go there`(rate: Float)
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-pcm.mov"))
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      func setEnd(_ time: CMTime) {
        if rate > 0 { stepped.item.forwardPlaybackEndTime = time } else { stepped.item.reversePlaybackEndTime = time }
      }
      /// Plays, and expects that this ends at once.
      func expectEnd(at place: CMTime, count: Int) throws {
        try stepped.seek(to: place)
        stepped.player.rate = rate
        try stepped.device.wait { ended.count == count && stepped.player.rate == 0 }
        #expect(stepped.player.currentTime() == place)
      }
      let (first, last) = (CMTime.zero, stepped.item.duration)
      setEnd(rate > 0 ? first - Self.half : last + Self.half)
      try expectEnd(at: rate > 0 ? first : last, count: 1)
      let behind = rate > 0 ? Self.half : last - Self.half
      setEnd(behind)
      let middle = CMTime(value: 1, timescale: 1)
      try expectEnd(at: middle, count: 2)
      // While it runs.
      setEnd(.invalid)
      try stepped.play(rate)
      try stepped.step { abs((stepped.player.currentTime() - middle).seconds) > 0.1 }
      let place = stepped.player.currentTime()
      setEnd(behind)
      #expect(stepped.player.currentTime() == place)
      try stepped.device.wait { ended.count == 3 && stepped.player.rate == 0 }
      #expect(stepped.player.currentTime() == place)
    }
  }

  @Test(arguments: [1, 0.3, 1.1, 3] as [Float])
  func `PI-38, PL-14: the timebase's rate is the one at which time goes on`(rate: Float) async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-pcm.mov"))
      try stepped.waitUntilReady()
      let timebase = try #require(stepped.item.timebase)
      #expect(timebase.rate == 0 && timebase.time == .zero)
      #expect(throws: CMTimebase.Error.readOnly) { try timebase.setRate(1) }
      #expect(throws: CMTimebase.Error.readOnly) { try timebase.setTime(Self.half) }
      try stepped.play(rate)
      #expect(timebase.rate == Double(rate))
      // The time begins at a frame of the device that is still to come.
      try stepped.step(Int(stepped.frame(of: .zero)))
      let before = stepped.item.currentTime()
      try stepped.step(4800)
      let passed = (stepped.item.currentTime() - before).seconds
      #expect(before == .zero && abs(passed - 0.1 * timebase.rate) < 1e-6)
      stepped.player.pause()
      try stepped.device.wait { timebase.rate == 0 }
    }
  }

  @Test func `PI-13, PL-38: time that goes on tells those who observe time, and nobody else`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("speech.wav"))
      #expect(AVPlayer().currentTime() == .zero)
      try stepped.waitUntilReady()
      try stepped.seek(to: Self.half)
      #expect(stepped.player.currentTime() == Self.half && stepped.item.currentTime() == Self.half)
      let (started, told, tracked) = (Told<Void>(), Told<String>(), Told<Void>())
      let start = stepped.player.observe(\.timeControlStatus) { player, _ in
        if player.timeControlStatus == .playing { started.append(()) }
      }
      try stepped.play()
      // All that was to be told before is told by then.
      try stepped.device.wait { !started.values.isEmpty }
      let item = stepped.item
      let observations = [
        item.observe(\.status) { _, _ in told.append("status") },
        item.observe(\.duration) { _, _ in told.append("duration") },
        item.observe(\.loadedTimeRanges) { _, _ in told.append("loadedTimeRanges") },
        stepped.player.observe(\.timeControlStatus) { _, _ in told.append("timeControlStatus") },
        stepped.player.observe(\.rate) { _, _ in told.append("rate") },
      ]
      withObservationTracking {
        _ = (item.currentTime(), stepped.player.currentTime())
      } onChange: {
        tracked.append(())
      }
      let times = Told<CMTime>()
      let queue = DispatchQueue(label: "observers")
      let observer = stepped.player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 10), queue: queue
      ) { times.append($0) }
      try stepped.step(24_000)
      try stepped.device.wait { times.values.contains { $0 > Self.half } }
      #expect(stepped.player.currentTime() > Self.half)
      // Whatever was to be told on the main thread is told by now.
      DispatchQueue.main.sync {}
      #expect(told.values.isEmpty && tracked.values.isEmpty, "\(told.values)")
      stepped.player.removeTimeObserver(observer)
      for observation in observations + [start] { observation.invalidate() }
    }
  }

  @Test func `PL-36: no block of an observer starts after it was removed`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("speech.wav"))
      try stepped.waitUntilReady()
      let (called, before) = (Told<String>(), Told<Void>())
      let queue = DispatchQueue(label: "observers")
      let periodic = stepped.player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 10), queue: queue
      ) { _ in called.append("periodic") }
      let boundary = stepped.player.addBoundaryTimeObserver(forTimes: [NSValue(time: Self.half)], queue: queue) {
        called.append("boundary")
      }
      let kept = stepped.player.addPeriodicTimeObserver(forInterval: Self.half, queue: queue) { _ in before.append(()) }
      queue.suspend()
      // Each of them has something to tell: a start, a jump, the passing of a time, and a stop.
      try stepped.play()
      try stepped.step(36_000)
      try stepped.seek(to: .zero)
      stepped.player.pause()
      try stepped.device.wait { stepped.player.timeControlStatus == .paused }
      stepped.player.removeTimeObserver(periodic)
      stepped.player.removeTimeObserver(boundary)
      queue.resume()
      queue.sync {}
      #expect(called.values.isEmpty)
      #expect(!before.values.isEmpty, "one that was not removed is told")
      stepped.player.removeTimeObserver(kept)
    }
  }
}
