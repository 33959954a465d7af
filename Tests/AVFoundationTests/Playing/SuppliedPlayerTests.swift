import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Players of media that a client's delegate supplies, on a device whose time goes on when the test says so.
@Suite struct SuppliedPlayerTests {
  private static func delegate(of name: String, _ manner: SuppliedMovie.Manner) throws -> SuppliedMovie {
    SuppliedMovie(try Data(contentsOf: MediaFiles.fixture(name)), manner)
  }

  private static func heard(_ stepped: SteppedPlayer) throws -> ArraySlice<Float> {
    let ended = stepped.countEnds()
    try stepped.waitUntilReady()
    try stepped.play()
    try stepped.step { ended.count == 1 }
    return SteppedPlayer.trimmed(stepped.device.samples)
  }

  @Test(arguments: ["h264-aac.mov", "speech.m4a", "speech.wav"])
  func `PI-15: what a delegate supplies later is heard as from the disk`(name: String) async throws {
    try await bounded {
      let delegate = try Self.delegate(of: name, .late(0.02))
      let supplied = try Self.heard(SteppedPlayer([AVPlayerItem(asset: delegate.asset())]))
      let local = try Self.heard(SteppedPlayer(MediaFiles.fixture(name)))
      #expect(supplied.count > 10_000 && supplied == local)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no pictures alone are supplied")))
  func `PI-23: pictures alone stand where the delegate is late, and go on when it has answered`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("pictures.mov")
    try Tool.ffmpeg.run(
      ["-v", "error", "-i", MediaFiles.fixture("h264-aac.mov").path]
        + ["-an", "-c", "copy", "-movflags", "+faststart", url.path])
    let bytes = try Data(contentsOf: url)
    try await bounded {
      let delegate = SuppliedMovie(bytes, .late(2))
      let stepped = SteppedPlayer([AVPlayerItem(asset: delegate.asset())])
      let stalls = SteppedPlayer.count(AVPlayerItem.playbackStalledNotification, of: stepped.item)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      // A range of 64 KiB is a second of it: far less than the delegate takes for the next.
      stepped.player.playImmediately(atRate: 8)
      try stepped.device.wait { ended.count == 1 }
      #expect(stalls.count >= 1 && stepped.item.error == nil)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test func `PI-31, PL-30: of seeks to what has to be supplied first the last arrives`() async throws {
    try await bounded {
      let delegate = try Self.delegate(of: "h264-pcm.mov", .late(0.2))
      let stepped = SteppedPlayer([AVPlayerItem(asset: delegate.asset())])
      try stepped.waitUntilReady()
      let time = CMTimeMultiplyByRatio(stepped.item.duration, multiplier: 9, divisor: 10)
      let results = Mutex<[Bool]>([])
      for _ in 0..<3 {
        stepped.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { isThere in
          results.withLock { $0.append(isThere) }
        }
        // The readers wait for the delegate by then.
        Thread.sleep(forTimeInterval: 0.1)
      }
      try stepped.device.wait { results.withLock { $0.count } == 3 }
      #expect(results.withLock { $0.last } == true)
      #expect(stepped.player.currentTime() == time && stepped.item.error == nil)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test func `PI-15, PI-41, PL-09: what a delegate has supplied is loaded, and playing begins when that will do`()
    async throws
  {
    try await bounded {
      let size = try Data(contentsOf: MediaFiles.fixture("speech.wav")).count
      // Less than a second of it comes: too little to begin with.
      let delegate = try Self.delegate(of: "speech.wav", .held(size * 35 / 100..<size * 9 / 10))
      let stepped = SteppedPlayer([AVPlayerItem(asset: delegate.asset())])
      let (player, item) = (stepped.player, stepped.item)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      let loaded = try #require(item.loadedTimeRanges.first?.timeRangeValue)
      #expect(loaded.start == .zero && loaded.end > .zero && loaded.end < item.duration)
      #expect(!item.isPlaybackBufferFull && !item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
      player.play()
      #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      delegate.giveHeld()
      try stepped.device.wait { player.timeControlStatus == .playing }
      try stepped.device.wait { item.isPlaybackBufferFull }
      #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
      try stepped.step { ended.count == 1 }
      #expect(item.errorLog() == nil)
    }
  }

  @Test func `PL-21: an item that is taken away while its delegate is silent waits no more, and the delegate is told`()
    async throws
  {
    let delegate = try Self.delegate(of: "speech.wav", .silence(after: 1))
    var stepped: SteppedPlayer? = SteppedPlayer([AVPlayerItem(asset: delegate.asset())])
    try await delegate.wait { $0.requests.count > 1 }
    stepped?.player.replaceCurrentItem(with: nil)
    stepped = nil
    try await delegate.wait { !$0.cancelled.isEmpty }
  }
}
