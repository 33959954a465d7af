import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Items that follow each other without a gap.
@Suite struct GaplessTests {
  private static func items(_ names: [String]) -> [AVPlayerItem] {
    names.map { AVPlayerItem(url: MediaFiles.fixture($0)) }
  }

  /// The sound of files behind each other, as readers decode them.
  private static func sound(_ names: [String]) throws -> [Float] {
    try names.flatMap { name in
      let sound = try ReadSound(MediaFiles.fixture(name), sampleRate: 48_000)
      return sound.stereo(0..<sound.count)
    }
  }

  /// Expects that a device played some sound, whole and in one piece.
  private static func expect(_ stepped: SteppedPlayer, played sound: [Float]) throws {
    let heard = stepped.device.samples
    let first = try #require(heard.firstIndex { $0 != 0 }) / 2 - #require(sound.firstIndex { $0 != 0 }) / 2
    let part = Array(heard.dropFirst(first * 2).prefix(sound.count))
    let difference = part.indices.first { part[$0] != sound[$0] }
    #expect(
      part.count == sound.count && difference == nil, "frame \((difference ?? part.count) / 2) of \(sound.count / 2)")
    #expect(heard.dropFirst(first * 2 + sound.count).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    ["speech.wav", "speech.flac", "speech.wav"], ["speech.m4a", "speech.m4a", "speech.wav"],
    ["speech.mp3", "speech.mp3", "speech.flac"], ["pcm24-stereo.wav", "speech.opus", "pcm24-stereo.wav"],
  ])
  func `PL-54: the sound of a queue is that of its files behind each other, to the sample`(names: [String]) async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(Self.items(names), isQueue: true)
      let failures = stepped.items.map {
        SteppedPlayer.count(AVPlayerItem.failedToPlayToEndTimeNotification, of: $0)
      }
      try stepped.play()
      try stepped.step { stepped.player.currentItem == nil }
      for failure in failures { #expect(failure.count == 0, "\(String(describing: failure.error))") }
      try Self.expect(stepped, played: try Self.sound(names))
      #expect(stepped.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }
  }

  @Test
  func `PL-54, PL-53: what the device has of the last item is heard, unless the item is taken away`() async throws {
    try await bounded {
      for isTakenAway in [false, true] {
        let stepped = SteppedPlayer(Self.items(["speech.wav"]), isQueue: true)
        try stepped.play()
        try stepped.step(4_800)
        if isTakenAway { try stepped.queue.removeAllItems() }
        try stepped.step { stepped.player.currentItem == nil }
        try stepped.device.wait { !stepped.device.closings.isEmpty }
        #expect(stepped.device.closings == [!isTakenAway])
      }
    }
  }

  @Test func `PL-54, PI-20: an item that ends early is followed there`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.items(["speech.wav", "speech.wav"]), isQueue: true)
      stepped.item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 3)
      try stepped.play()
      try stepped.step { stepped.player.currentItem == nil }
      let sound = try Self.sound(["speech.wav"])
      try Self.expect(stepped, played: Array(sound[..<(16_000 * 2)]) + sound)
    }
  }

  @Test
  func `PL-54: a pause, a seek and another rate just before the end change nothing of what follows`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.items(["speech.wav", "speech.flac"]), isQueue: true)
      try stepped.play()
      let duration = stepped.item.duration
      // The second item knows by then when it is to begin.
      try stepped.step { stepped.player.currentTime() > duration - CMTime(value: 3, timescale: 10) }
      stepped.player.pause()
      try stepped.device.wait { stepped.player.timeControlStatus == .paused }
      stepped.device.forget()
      try stepped.step(48_000)
      #expect(stepped.device.samples.allSatisfy { $0 == 0 } && stepped.player.currentItem === stepped.items[0])
      stepped.player.rate = 2
      try stepped.device.wait { stepped.player.timeControlStatus == .playing }
      stepped.player.rate = 1
      try stepped.seek(to: .zero)
      stepped.device.forget()
      try stepped.step { stepped.player.currentItem == nil }
      try Self.expect(stepped, played: try Self.sound(["speech.wav", "speech.flac"]))
    }
  }

  @Test func `PL-52, PL-53: the queue is changed while the next item waits for its moment`() async throws {
    try await bounded {
      let items = Self.items(["speech.wav", "speech.flac", "pcm24-stereo.wav"])
      let stepped = SteppedPlayer(items, isQueue: true)
      try stepped.play()
      let duration = stepped.item.duration
      try stepped.step { stepped.player.currentTime() > duration - CMTime(value: 3, timescale: 10) }
      try stepped.queue.remove(items[1])
      try stepped.step { stepped.player.currentItem == nil }
      try Self.expect(stepped, played: try Self.sound(["speech.wav", "pcm24-stereo.wav"]))
      #expect(items[1].status == .readyToPlay)
    }
  }

  @Test func `PL-54: the pictures of a queue follow each other, each once, and none before its time`() async throws {
    try await bounded {
      let names = ["h264-pcm.mov", "h264-aac.mov", "h264-vfr.mov"]
      let items = Self.items(names)
      let outputs = items.map { item in
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        return output
      }
      let stepped = SteppedPlayer(items, isQueue: true)
      var shown: [[CMTime]] = names.map { _ in [] }
      func look() {
        guard let item = stepped.player.currentItem, let index = items.firstIndex(of: item) else { return }
        var time = CMTime.invalid
        let now = item.currentTime()
        guard outputs[index].hasNewPixelBuffer(forItemTime: now),
          outputs[index].copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &time) != nil
        else { return }
        shown[index].append(time)
      }
      try stepped.play()
      while stepped.player.currentItem != nil {
        look()
        try stepped.step(48)
      }
      for (name, times) in zip(names, shown) {
        let expected = try ReadPictures(MediaFiles.fixture(name)).frames.map(\.time)
        #expect(times == expected, "\(name)")
      }
    }
  }

  @Test func `PL-54: an item that cannot be played is passed over`() async throws {
    try await bounded {
      let items = Self.items(["speech.wav", "at-no-place.wav", "speech.flac"])
      let stepped = SteppedPlayer(items, isQueue: true)
      stepped.player.play()
      try stepped.device.wait { stepped.player.timeControlStatus == .playing }
      try stepped.step { stepped.player.currentItem == nil }
      #expect(items[1].status == .failed && items[2].status == .readyToPlay)
      let heard = stepped.device.samples
      let sound = try Self.sound(["speech.wav", "speech.flac"])
      #expect(heard.filter { $0 != 0 } == sound.filter { $0 != 0 }, "a gap may be between them")
    }
  }
}
