import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// `AVPlayerLooper` on a device whose time goes on when the test says so.
@Suite struct LooperTests {
  /// A time in hundredths of a second.
  private static func time(_ hundredths: Int) -> CMTime { CMTime(value: CMTimeValue(hundredths), timescale: 100) }

  @Test(arguments: [
    ("speech.wav", 40..<110), ("speech.flac", 0..<120), ("speech.m4a", 30..<95), ("speech.mp3", 25..<31),
  ])
  func `PL-60, PL-65: a part is heard again and again without a gap, to the sample`(
    name: String, hundredths: Range<Int>
  ) async throws {
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let template = AVPlayerItem(url: MediaFiles.fixture(name))
      let range = CMTimeRange(start: Self.time(hundredths.lowerBound), end: Self.time(hundredths.upperBound))
      let looper = AVPlayerLooper(player: try stepped.queue, templateItem: template, timeRange: range)
      try stepped.device.wait { looper.status == .ready }
      let copies = looper.loopingPlayerItems
      #expect(copies.count >= 3 && copies.allSatisfy { $0.asset === template.asset && $0 !== template })
      stepped.also(copies)
      try stepped.play()
      try stepped.step { looper.loopCount >= 7 }
      let whole = try ReadSound(MediaFiles.fixture(name), sampleRate: 48_000)
      let part = whole.stereo((hundredths.lowerBound * 480)..<(hundredths.upperBound * 480))
      let heard = stepped.device.samples
      // It begins with the first sample that the device played of it.
      let offset = try #require(heard.firstIndex { $0 != 0 }) / 2 - #require(part.firstIndex { $0 != 0 }) / 2
      // Sound of lossy codecs depends a little on what was decoded before it.
      let tolerance: Float = name.hasSuffix("wav") || name.hasSuffix("flac") ? 0 : 0.001
      let loops = heard.dropFirst(offset * 2)
      let difference = loops.indices.first { place in
        let wanted = part[(place - loops.startIndex) % part.count]
        return abs(loops[place] - wanted) > tolerance
      }
      #expect(difference == nil, "frame \((difference ?? 0) / 2 - offset) of loops of \(part.count / 2)")
      #expect(heard.count - offset * 2 >= 7 * part.count)
      #expect(template.status == .unknown)
    }
  }

  @Test
  func `PL-62 to PL-64, PL-66: the items of the queue come behind the copies, and the player is as it was at the end`()
    async throws
  {
    try await bounded {
      let existing = AVPlayerItem(url: MediaFiles.fixture("speech.flac"))
      let stepped = SteppedPlayer([existing], isQueue: true)
      let player = try stepped.queue
      player.actionAtItemEnd = .pause
      try stepped.waitUntilReady()
      try stepped.play()
      let template = AVPlayerItem(url: MediaFiles.fixture("pcm24-stereo.wav"))
      let looper = AVPlayerLooper(player: player, templateItem: template)
      try stepped.device.wait { looper.status == .ready && player.timeControlStatus == .playing }
      let copies = looper.loopingPlayerItems
      stepped.also(copies)
      #expect(player.rate == 1 && player.actionAtItemEnd == .advance)
      #expect(player.items() == copies + [existing])
      try stepped.step { looper.loopCount == 2 }
      let current = player.currentItem
      #expect(current === copies[2])
      looper.disableLooping()
      #expect(looper.status == .cancelled && looper.loopingPlayerItems.isEmpty && player.actionAtItemEnd == .pause)
      #expect(player.items() == [copies[2], existing])
      player.actionAtItemEnd = .advance
      let ended = SteppedPlayer.count(AVPlayerItem.didPlayToEndTimeNotification, of: copies[2])
      try stepped.step { player.currentItem === existing }
      try stepped.device.wait { ended.count == 1 }
      #expect(looper.loopCount == 2)
    }
  }

  @Test func `PL-64: copies that follow the items of the queue; the end of the looper takes them out`() async throws {
    try await bounded {
      let existing = AVPlayerItem(url: MediaFiles.fixture("pcm24-stereo.wav"))
      let stepped = SteppedPlayer([existing], isQueue: true)
      let player = try stepped.queue
      let template = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
      var looper: AVPlayerLooper? = AVPlayerLooper(
        player: player, templateItem: template, timeRange: .invalid,
        existingItemsOrdering: .loopingItemsFollowExistingItems)
      try stepped.device.wait { looper?.status == .ready }
      let copies = try #require(looper).loopingPlayerItems
      stepped.also(copies)
      #expect(player.items() == [existing] + copies)
      try stepped.play()
      try stepped.step { player.currentItem === copies[0] }
      #expect(looper?.loopCount == 0)
      player.advanceToNextItem()
      #expect(player.currentItem === copies[1] && player.items().last === copies[0] && looper?.loopCount == 1)
      looper = nil
      // Whoever tells observers may still hold it.
      try stepped.device.wait { player.items() == [copies[1]] }
    }
  }

  @Test func `PL-62: nothing is known of an item whose duration is still being loaded, and the queue is as it was`()
    async throws
  {
    try await bounded {
      let media = MediaFiles.fixture("speech.wav")
      let server = try MediaServer(media.deletingLastPathComponent(), manner: .silence(after: 0))
      let stepped = SteppedPlayer([], isQueue: true)
      let player = try stepped.queue
      let template = AVPlayerItem(url: server.url("speech.wav"))
      let looper = AVPlayerLooper(player: player, templateItem: template)
      try stepped.device.wait { !server.requests.isEmpty }
      #expect(looper.status == .unknown && looper.error == nil && looper.loopCount == 0)
      #expect(looper.loopingPlayerItems.isEmpty && player.items().isEmpty && player.actionAtItemEnd == .advance)
      looper.disableLooping()
      #expect(looper.status == .cancelled)
      withExtendedLifetime(server) {}
    }
  }

  @Test func `PL-66: looping that ends while the copies come into the queue leaves but the one that is played`()
    async throws
  {
    try await bounded {
      for round in 0..<Rounds.count(100, full: 1_000) {
        let stepped = SteppedPlayer([], isQueue: true)
        let player = try stepped.queue
        player.actionAtItemEnd = .pause
        let template = AVPlayerItem(url: MediaFiles.fixture("h264-aac.mov"))
        let looper = AVPlayerLooper(player: player, templateItem: template)
        // The copies come when the duration is known. Whatever the moment, the end is the same.
        while template.asset.statusOfValue(forKey: "duration", error: nil) == .loading { sched_yield() }
        Thread.sleep(forTimeInterval: Double(round % 20) / 20_000)  // Each round ends it at another moment.
        looper.disableLooping()
        let (items, action) = (player.items(), player.actionAtItemEnd)
        #expect(items.count <= 1 && action == .pause, "round \(round)")
        #expect(looper.status == .cancelled && looper.loopingPlayerItems.isEmpty)
        player.removeAllItems()
        #expect(player.items().isEmpty)
      }
    }
  }

  @Test func `PL-63: a player that plays is paused while the copies come into its queue, and goes on at its rate`()
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer([AVPlayerItem(url: MediaFiles.fixture("speech.flac"))], isQueue: true)
      let player = try stepped.queue
      try stepped.waitUntilReady()
      try stepped.play(1.5)
      let changes = SteppedPlayer.count(AVPlayer.rateDidChangeNotification, of: player)
      let template = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
      let looper = AVPlayerLooper(player: player, templateItem: template)
      try stepped.device.wait { looper.status == .ready && changes.count == 2 }
      #expect(player.rate == 1.5)
      // One that is paused stays so.
      looper.disableLooping()
      player.pause()
      try stepped.device.wait { changes.count == 3 }
      let other = AVPlayerLooper(player: player, templateItem: template)
      try stepped.device.wait { other.status == .ready }
      DispatchQueue.main.sync {}
      #expect(player.rate == 0 && changes.count == 3)
    }
  }

  @Test func `PL-67: the copies have none of the template's outputs and collectors`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let template = AVPlayerItem(url: MediaFiles.fixture("h264-aac-small.mp4"))
      template.add(AVPlayerItemVideoOutput())
      template.add(AVPlayerItemLegibleOutput())
      template.add(AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil))
      let looper = AVPlayerLooper(player: try stepped.queue, templateItem: template)
      try stepped.device.wait { looper.status == .ready }
      let copies = looper.loopingPlayerItems
      #expect(!copies.isEmpty && copies.allSatisfy { $0.outputs.isEmpty && $0.mediaDataCollectors.isEmpty })
      #expect(template.outputs.count == 2 && template.mediaDataCollectors.count == 1)
    }
  }

  @Test func `PL-60, PL-61: an item that cannot be repeated fails, and leaves the queue as it was`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let player = try stepped.queue
      let missing = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/at-all.mov"))
      let looper = AVPlayerLooper(player: player, templateItem: missing)
      try stepped.device.wait { looper.status == .failed }
      #expect(looper.error is AVError && player.items().isEmpty)
      let short = AVPlayerItem(url: MediaFiles.fixture("pcm24-stereo.wav"))
      let range = CMTimeRange(start: .zero, duration: Self.time(1000))
      let long = AVPlayerLooper(player: player, templateItem: short, timeRange: range)
      try stepped.device.wait { long.status == .failed }
      #expect(player.items().isEmpty && player.actionAtItemEnd == .advance)
    }
  }
}
