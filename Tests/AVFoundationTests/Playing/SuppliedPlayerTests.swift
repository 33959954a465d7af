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
}
