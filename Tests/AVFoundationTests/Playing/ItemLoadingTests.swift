import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Items on their way to being ready, and behind it.
@Suite struct ItemLoadingTests {
  private static let url = MediaFiles.fixture("h264-rotated.mov")

  @Test func `PI-01: an item of a URL is one of the asset there, whose duration is loaded`() throws {
    let item = AVPlayerItem(url: Self.url)
    #expect((item.asset as? AVURLAsset)?.url == Self.url)
    #expect(item.automaticallyLoadedAssetKeys == ["duration"])
    let asset = AVURLAsset(url: Self.url)
    let other = AVPlayerItem(asset: asset)
    #expect(other.asset === asset && other.automaticallyLoadedAssetKeys == ["duration"])
  }

  @Test(arguments: [true, false])
  func `PI-02: the keys that were named are loaded by the time the item is ready`(exists: Bool) async throws {
    try await bounded {
      let asset = AVURLAsset(url: exists ? Self.url : URL(fileURLWithPath: "/nowhere/at-all.mov"))
      let keys = ["tracks", "duration", "commonMetadata", "availableChapterLocales"]
      let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: keys)
      #expect(item.automaticallyLoadedAssetKeys == keys)
      let told = Told<[AVKeyValueStatus]>()
      let observation = item.observe(\.status) { item, _ in
        told.append(keys.map { item.asset.statusOfValue(forKey: $0, error: nil) })
      }
      let stepped = SteppedPlayer([item])
      try stepped.device.wait { !told.values.isEmpty }
      #expect(item.status == (exists ? .readyToPlay : .failed))
      #expect(told.values == [keys.map { _ in exists ? .loaded : .failed }])
      observation.invalidate()
    }
  }

  @Test func `PI-03, PI-10: nothing is loaded before an item is given to a player, and all is known when it is ready`()
    async throws
  {
    try await bounded {
      let item = AVPlayerItem(url: Self.url)
      #expect(
        item.status == .unknown && item.error == nil
          && item.asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
      #expect(item.tracks.isEmpty && item.duration.isIndefinite && item.presentationSize == .zero)
      #expect(item.loadedTimeRanges.isEmpty && item.seekableTimeRanges.isEmpty && item.timebase == nil)
      let stepped = SteppedPlayer([item])
      try stepped.waitUntilReady()
      #expect(item.error == nil && item.duration == item.asset.duration && item.duration.isNumeric)
      #expect(item.tracks.map(\.assetTrack) == item.asset.tracks)
      // It is 320 wide and 180 high as it is stored.
      #expect(item.presentationSize == CGSize(width: 180, height: 320))
      let whole = NSValue(timeRange: CMTimeRange(start: .zero, duration: item.duration))
      #expect(item.seekableTimeRanges == [whole] && item.loadedTimeRanges == [whole])
    }
  }

  @Test func `PI-04: an item that has left its player stays as it is, at whatever moment it left`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([])
      for _ in 0..<Rounds.count(20, full: 500) {
        let item = AVPlayerItem(url: Self.url)
        let other = AVPlayerItem(url: MediaFiles.fixture("speech.wav"))
        stepped.player.replaceCurrentItem(with: item)
        // At any moment of its being opened.
        while item.asset.statusOfValue(forKey: "duration", error: nil) == .unknown {}
        stepped.player.replaceCurrentItem(with: other)
        let status = item.status
        try stepped.device.wait { other.status == .readyToPlay }
        #expect(item.status == status)
      }
    }
  }

  @Test func `PI-04: an item may be taken out by another thread while it is put in`() async throws {
    try await bounded {
      let queue = try SteppedPlayer([], isQueue: true).queue
      for round in 0..<Rounds.count(500, full: 5000) {
        let item = AVPlayerItem(url: Self.url)
        let thread = Thread {
          // Before it is opened, and while it is.
          if round.isMultiple(of: 2) {
            while queue.items().isEmpty {}
          } else {
            while item.timebase == nil {}
          }
          queue.remove(item)
        }
        thread.start()
        queue.insert(item, after: nil)
        while !thread.isFinished { sched_yield() }
        #expect(queue.items().isEmpty && item.timebase == nil)
      }
    }
  }

  @Test func `PI-05: an item is in one place of one player, and goes back to no other`() throws {
    let (item, behind) = (AVPlayerItem(url: Self.url), AVPlayerItem(url: Self.url))
    let (player, other) = (try SteppedPlayer([item, behind], isQueue: true).queue, AVQueuePlayer())
    #expect(!player.canInsert(item, after: behind) && !player.canInsert(behind, after: nil))
    player.remove(item)
    #expect(player.canInsert(item, after: behind) && !other.canInsert(item, after: nil))
    player.insert(item, after: behind)
    #expect(player.items() == [behind, item] && other.items().isEmpty)
  }

  @Test func `PI-05, PL-50: an item that waits far behind in a queue, and is not opened, is given to no other player`()
    throws
  {
    let items = (0..<10).map { _ in AVPlayerItem(url: Self.url) }
    let (player, other) = (try SteppedPlayer(items, isQueue: true).queue, AVQueuePlayer())
    let last = try #require(items.last)
    #expect(last.timebase == nil && !other.canInsert(last, after: nil))
    player.remove(last)
    #expect(player.canInsert(last, after: nil) && !other.canInsert(last, after: nil))
  }

  @Test func `PI-11: the ends of playing change nothing of the duration`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(Self.url)
      stepped.item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
      try stepped.waitUntilReady()
      #expect(stepped.item.duration == stepped.item.asset.duration)
      stepped.item.reversePlaybackEndTime = CMTime(value: 1, timescale: 4)
      #expect(stepped.item.duration == stepped.item.asset.duration)
    }
  }

  private static func abilities(_ item: AVPlayerItem) -> (forward: [Bool], others: [Bool]) {
    (
      [item.canPlayFastForward, item.canPlaySlowForward],
      [
        item.canPlayReverse, item.canPlayFastReverse, item.canPlaySlowReverse, item.canStepForward,
        item.canStepBackward,
      ]
    )
  }

  @Test
  func `PI-14: what an item can do is known when it is ready: sound alone neither steps nor goes back`() async throws {
    try await bounded {
      for (name, hasPictures) in [("h264-rotated.mov", true), ("speech.flac", false)] {
        let item = AVPlayerItem(url: MediaFiles.fixture(name))
        let before = Self.abilities(item)
        #expect((before.forward + before.others).allSatisfy { !$0 })
        let stepped = SteppedPlayer([item])
        try stepped.waitUntilReady()
        let (forward, others) = Self.abilities(item)
        #expect(forward.allSatisfy { $0 } && others.allSatisfy { $0 == hasPictures })
        stepped.player.replaceCurrentItem(with: nil)
        let after = Self.abilities(item)
        #expect(after.forward == forward && after.others == others)
      }
    }
  }

  @Test func `PI-03, ER-01, ER-03: a failed item says why, with the system's refusal beneath it where there was one`()
    async throws
  {
    try await bounded {
      for (url, code, domain) in [
        (URL(fileURLWithPath: "/nowhere/at-all.mov"), AVError.Code.unknown, NSPOSIXErrorDomain),
        (MediaFiles.fixture("../corrupt/random.mp3"), .fileFormatNotRecognized, nil),
      ] {
        let stepped = SteppedPlayer(url)
        try stepped.device.wait { stepped.item.status == .failed }
        let error = try #require(stepped.item.error as? AVError)
        #expect(error.code == code && (error as NSError).domain == AVFoundationErrorDomain, "\(error)")
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == domain, "\(error)")
      }
    }
  }
}
