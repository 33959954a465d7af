import AVFoundation
import Foundation
import MediaEngine
import SoundTestSupport
import TestSupport
import Testing

/// Sound at other speeds, and by other clocks.
@Suite struct PlayerSpeedTests {
  /// A sine of 440 Hz, some seconds long.
  private static func sine(_ seconds: Int = 2, in folder: TemporaryFolder) throws -> URL {
    let url = folder.file("sine.wav")
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=\(seconds)", "-ac", "1", url.path])
    return url
  }

  /// The frequency of a sine that is heard on the left, in Hz, by its ways through zero.
  private static func frequency(_ samples: some Collection<Float>) -> Double {
    let left = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let ways = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(ways) * 48_000 / Double(left.count)
  }

  @Test(arguments: [
    (AVAudioTimePitchAlgorithm.timeDomain, 440.0), (.spectral, 440), (.varispeed, 880),
    (AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency"), 440),
  ])
  func `PI-53: sound keeps its pitch at another rate, unless the algorithm lets it follow the rate`(
    algorithm: AVAudioTimePitchAlgorithm, heard: Double
  ) async throws {
    let folder = try TemporaryFolder()
    let url = try Self.sine(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      #expect(stepped.item.audioTimePitchAlgorithm == .timeDomain)
      stepped.item.audioTimePitchAlgorithm = algorithm
      #expect(stepped.item.audioTimePitchAlgorithm == algorithm)
      let copy = try #require(stepped.item.copy() as? AVPlayerItem)
      #expect(copy.audioTimePitchAlgorithm == algorithm)
      let ended = stepped.countEnds()
      try stepped.play(2)
      try stepped.step { ended.count == 1 }
      let samples = stepped.device.samples
      let first = try #require(samples.firstIndex { abs($0) > 0.01 }) & ~1
      let last = try #require(samples.lastIndex { abs($0) > 0.01 })
      // A second, but for what the edges of windows make quiet.
      #expect(abs((last - first) / 2 - 48_000) < 1500, "\((last - first) / 2)")
      let frequency = Self.frequency(samples[(first + 9600)..<(first + 9600 + 2 * 28_800)])
      #expect(abs(frequency - heard) < heard * 0.01, "\(frequency)")
    }
  }

  @Test func `PI-53: another algorithm is heard while it plays, from where it was`() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.sine(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      try stepped.play(0.5)
      try stepped.step(24_000)
      let before = stepped.player.currentTime()
      stepped.item.audioTimePitchAlgorithm = .varispeed
      try stepped.device.wait { stepped.item.isPrepared && stepped.player.timeControlStatus == .playing }
      stepped.device.forget()
      try stepped.step(48_000)
      let frequency = Self.frequency(stepped.device.samples.suffix(48_000))
      #expect(abs(frequency - 220) < 5, "\(frequency)")
      let distance = (stepped.player.currentTime() - before).seconds
      #expect(distance > 0.4 && distance <= 0.5, "\(distance)")
    }
  }

  /// A stretch of silence within what is heard, in frames: the longest.
  private static func longestSilence(_ samples: [Float]) -> Int {
    var (longest, current) = (0, 0)
    for sample in stride(from: 0, to: samples.count, by: 2).map({ samples[$0] }) {
      current = abs(sample) < 0.004 ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }

  @Test func `PL-02: another rate is heard without a gap, and the time goes on with the sound`() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.sine(4, in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      stepped.item.audioTimePitchAlgorithm = .varispeed
      try stepped.play()
      try stepped.step(9600)
      stepped.device.forget()
      var before = stepped.player.currentTime()
      for (rate, heard) in [(2.0, 880.0), (0.5, 220), (1.5, 660), (1, 440)] as [(Float, Double)] {
        stepped.player.rate = rate
        try stepped.step(19_200)
        let timebase = try #require(stepped.item.timebase)
        try stepped.device.wait { timebase.rate == Double(rate) }
        let time = stepped.player.currentTime()
        #expect(time > before, "\(rate)")
        before = time
        // It is that rate's long before.
        let frequency = Self.frequency(stepped.device.samples.suffix(9600))
        #expect(abs(frequency - heard) < heard * 0.02 + 10, "\(frequency) for \(rate)")
      }
      // A sine is near zero for a hundredth of its way: much less than a gap.
      let silence = Self.longestSilence(stepped.device.samples)
      #expect(silence < 24, "\(silence) frames")
      // Where it is heard is where its time is.
      let ended = stepped.countEnds()
      try stepped.step { ended.count == 1 }
      #expect(stepped.player.currentTime() == stepped.item.duration)
    }
  }

  @Test func `PI-60: another track is heard without a gap`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-two-audio.mp4"))
      try stepped.waitUntilReady()
      let item = stepped.item
      let group = try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      try stepped.play()
      try stepped.step(9600)
      stepped.device.forget()
      let before = stepped.player.currentTime()
      item.select(group.options[1], in: group)
      try stepped.step(14_400)
      #expect(stepped.player.timeControlStatus == .playing)
      // No time was lost.
      let distance = (stepped.player.currentTime() - before).seconds
      #expect(abs(distance - 0.3) < 0.001, "\(distance)")
      let whole = try ReadSound(MediaFiles.fixture("h264-two-audio.mp4"), sampleRate: 48_000, track: 1)
      let heard = Array(stepped.device.samples.suffix(4800))
      let wanted = whole.stereo(0..<whole.count)
      // What was rendered last is heard soon: the device takes some of it in advance.
      let now = Int((stepped.player.currentTime().seconds * 48_000).rounded())
      let isThere = (now - 4800..<now + 4800).contains { frame in
        zip(heard, wanted[(frame * 2)..<(frame * 2 + heard.count)]).allSatisfy { abs($0 - $1) < 0.001 }
      }
      #expect(isThere)
    }
  }

  @Test(arguments: [AVAudioTimePitchAlgorithm.timeDomain, .spectral, .varispeed])
  func `PI-53: at rates at which sound cannot be heard it is silent, and the time runs`(
    algorithm: AVAudioTimePitchAlgorithm
  ) async throws {
    let folder = try TemporaryFolder()
    let url = try Self.sine(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      stepped.item.audioTimePitchAlgorithm = algorithm
      for rate in [1e-30, 1e-6, 0.03, 33] as [Float] {
        try stepped.play(rate)
        stepped.device.forget()
        let before = stepped.player.currentTime()
        try stepped.step(2400)
        let distance = (stepped.player.currentTime() - before).seconds
        #expect(distance >= 0 && distance <= 0.05 * Double(rate) + 1e-6 && (rate < 1e-3 || distance > 0), "\(rate)")
        #expect(stepped.device.samples.allSatisfy { $0 == 0 }, "\(rate)")
        stepped.player.pause()
        try stepped.device.wait { stepped.player.timeControlStatus == .paused }
      }
      let ended = stepped.countEnds()
      try stepped.play(1000)
      try stepped.step { ended.count == 1 }
      #expect(stepped.player.currentTime() == stepped.item.duration)
    }
  }

  @Test func `PL-33: the time runs by the clock that it is told, and the sound with it`() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.sine(in: folder)
    try await bounded {
      let stepped = SteppedPlayer(url)
      #expect(stepped.player.sourceClock == nil)
      let other = SteppedDevice()
      // Another device, whose time goes on a tenth faster than the one that is heard.
      let holder = AVPlayer(items: [AVPlayerItem(url: url)]) { _ in other.device }
      let held = try #require(holder.currentItem)
      try other.wait { held.status == .readyToPlay }
      let clock = try #require(held.timebase?.sourceClock)
      stepped.player.sourceClock = clock
      #expect(stepped.player.sourceClock === clock)
      try stepped.waitUntilReady()
      try stepped.device.wait { stepped.item.timebase?.ultimateSourceClock === clock }
      try stepped.play()
      let start = stepped.player.currentTime()
      for _ in 0..<60 {
        try stepped.step(960)
        try other.step(1056) { true }
      }
      let distance = (stepped.player.currentTime() - start).seconds
      // 60 steps of 22 ms, less what a device takes in advance.
      #expect(distance > 1.2 && distance < 1.35, "\(distance)")
      stepped.player.sourceClock = nil
      try stepped.device.wait { stepped.item.timebase?.ultimateSourceClock !== clock }
      _ = holder
    }
  }

  @Test
  func `PL-33: AVPlayer's device is the default one until another is named, where the sound goes on with the time`()
    async throws
  {
    try await bounded {
      let url = MediaFiles.fixture("speech.wav")
      let stepped = SteppedPlayer(url, on: SteppedDevice(sampleRate: 44_100, latencyFrames: 4410))
      #expect(stepped.player.audioOutputDeviceUniqueID == nil)
      #expect(!stepped.player.audioOutputSuppressedDueToNonMixableAudioRoute)
      try stepped.play()
      try stepped.step(22_050)
      let before = stepped.player.currentTime()
      // The same device under another name: it is opened again, and counts from 0.
      stepped.device.forget()
      stepped.player.audioOutputDeviceUniqueID = "other"
      #expect(stepped.player.audioOutputDeviceUniqueID == "other")
      try stepped.device.wait { stepped.item.isPrepared && stepped.player.timeControlStatus == .playing }
      try stepped.step(22_050)
      let now = stepped.player.currentTime()
      #expect(now > before)
      // What is heard now, and what the device has of what comes next.
      let first = Int((now.seconds * 44_100).rounded())
      let heard = Array(stepped.heard(from: try stepped.frame(of: now)))
      #expect(heard.count == 4410 * 2)
      #expect(try heard == ReadSound(url, sampleRate: 44_100).stereo(first..<(first + 4410)))
    }
  }

  @Test func `PL-33: a device that there is not fails the item, and takes nothing from others on the device before`()
    async throws
  {
    try await bounded {
      let url = MediaFiles.fixture("speech.wav")
      let stepped = SteppedPlayer(url)
      let noDevice = MixingDevice(uid: "nowhere") { _, _, _ in throw SteppedDevice.DidNotEnd() }
      let item = AVPlayerItem(url: url)
      let player = AVPlayer(items: [item]) { [device = stepped.device.device] in
        $0 == nil ? device : noDevice
      }
      player.isMuted = true
      player.play()
      try stepped.play()
      try stepped.device.wait { player.timeControlStatus == .playing }
      try stepped.step(4800)
      player.audioOutputDeviceUniqueID = "nowhere"
      try stepped.device.wait { item.status == .failed }
      let ended = stepped.countEnds()
      try stepped.step { ended.count == 1 }
      #expect(item.error is AVError && stepped.device.closings.isEmpty)
      let heard = stepped.device.samples
      let sound = try ReadSound(url, sampleRate: 48_000)
      let wanted = sound.stereo(0..<sound.count)
      let first = try #require(heard.firstIndex { $0 != 0 }) - #require(wanted.firstIndex { $0 != 0 })
      #expect(heard.dropFirst(first).starts(with: wanted))
    }
  }
}
