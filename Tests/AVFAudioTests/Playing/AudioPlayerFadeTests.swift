import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Fades of an `AVAudioPlayer` on a device that is stepped.
@Suite struct AudioPlayerFadeTests {
  @Test func `AP-11: a fade is a straight line`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("constant.wav")
      try SoundWriter.write(seconds: 3, to: url) { _ in 0.5 }
      let stage = SteppedDevice()
      let player = try stage.player(url)
      #expect(player.play())
      try stage.step(4800, [player])
      player.setVolume(0, fadeDuration: 1)
      #expect(player.volume == 0)
      try stage.step(60_000, [player])
      let left = stride(from: 0, to: stage.samples.count, by: 2).map { stage.samples[$0] }
      for frame in 0..<60_000 {
        let expected = 0.5 * max(0, 1 - Float(frame) / 48_000)
        #expect(abs(left[4800 + frame] - expected) < 2e-5)
        if frame > 0 { #expect(abs(left[4800 + frame] - left[4799 + frame]) < 2e-5) }
      }
      // A volume that is set at once is no click either.
      player.volume = 1
      try stage.step(1000, [player])
      let steps = stride(from: 2 * 64_800, to: stage.samples.count - 2, by: 2)
      #expect(steps.allSatisfy { abs(stage.samples[$0 + 2] - stage.samples[$0]) < 0.01 })
      #expect(stage.samples.last == 0.5)
    }
  }

  @Test(arguments: [true, false])
  func `AP-11: a fade that is set before it plays begins at the volume before it, with the first frame`(
    isPrepared: Bool
  ) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file("constant.wav")
      try SoundWriter.write(seconds: 3, to: url) { _ in 0.5 }
      let stage = SteppedDevice()
      let player = try stage.player(url)
      if isPrepared { #expect(player.prepareToPlay()) }
      player.volume = 0
      player.setVolume(1, fadeDuration: 1)
      #expect(player.volume == 1 && player.play())
      try stage.step(60_000, [player])
      let left = stride(from: 0, to: stage.samples.count, by: 2).map { stage.samples[$0] }
      let line = (0..<60_000).map { frame -> Float in 0.5 * min(1, Float(frame) / 48_000) }
      #expect(left.count == line.count && zip(left, line).allSatisfy { abs($0 - $1) < 2e-5 })
      // A volume that is set ends a fade, also one that ends with that volume.
      player.setVolume(0, fadeDuration: 1)
      try stage.step(4800, [player])
      player.volume = 0
      try stage.step(960, [player])
      #expect(stage.samples.last == 0)
    }
  }
}
