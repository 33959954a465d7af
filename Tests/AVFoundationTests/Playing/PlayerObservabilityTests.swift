import AVFoundation
import Foundation
import Observation
import SoundTestSupport
import TestSupport
import Testing

/// Each property of players, items and loopers that Apple documents as observable, and each that it documents as not.
@Suite("What is observable of players") struct PlayerObservabilityTests {
  /// Known on the main queue alone, whatever thread it is that works for it in a test.
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// An observation that notes the new values, as text, and whether they came on the main queue.
  private final class Watch<Object: NSObject, Value>: Sendable {
    private let told = Told<(value: String, isOnMainQueue: Bool)>()
    private let tracked = Told<Void>()
    nonisolated(unsafe) private var observation: NSKeyValueObservation?  // It is set here, and ended by `end()`.

    init(_ object: Object, _ keyPath: KeyPath<Object, Value>) {
      let (told, tracked) = (told, tracked)
      observation = object.observe(keyPath, options: .new) { _, change in
        told.append((change.newValue.map { "\($0)" } ?? "", DispatchQueue.getSpecific(key: mainKey) == true))
      }
      withObservationTracking {
        _ = object[keyPath: keyPath]
      } onChange: {
        tracked.append(())
      }
    }

    func wait(for value: String) throws { try SteppedDevice().wait { told.values.last?.value == value } }

    /// The new values that it was told.
    ///
    /// - Parameter last: the value that is waited for. It is `nil` where all was told that is to be.
    func end(at last: String? = nil) throws -> [String] {
      if let last { try wait(for: last) } else { DispatchQueue.main.sync {} }
      observation?.invalidate()
      #expect(told.values.allSatisfy { $0.isOnMainQueue })
      #expect(tracked.values.isEmpty == told.values.isEmpty, "both ways of observing are told")
      return told.values.map(\.value)
    }
  }

  @Test
  func `KO, PL-15: on the main thread AVPlayer's rate, currentItem, status, timeControlStatus, reasonForWaitingToPlay`()
    async throws
  {
    try await bounded {
      let stepped = SteppedPlayer([])
      let player = stepped.player
      let (rate, item) = (Watch(player, \.rate), Watch(player, \.currentItem?.duration.timescale))
      let (status, control) = (Watch(player, \.status.rawValue), Watch(player, \.timeControlStatus.rawValue))
      let reason = Watch(player, \.reasonForWaitingToPlay?.rawValue)
      let obscured = Watch(player, \.isOutputObscuredDueToInsufficientExternalProtection)
      player.rate = 2
      DispatchQueue.main.sync {}
      player.replaceCurrentItem(with: AVPlayerItem(url: MediaFiles.fixture("speech.wav")))
      try stepped.device.wait { player.timeControlStatus == .playing }
      try control.wait(for: "2")
      player.pause()
      #expect(try rate.end(at: "0.0") == ["2.0", "0.0"])
      // No item, one that is being opened, and the same when it is ready.
      #expect(try item.end(at: "Optional(44100)") == ["Optional(0)", "Optional(44100)"])
      #expect(try status.end(at: "1") == ["1"])
      let controls = try control.end(at: "0")
      #expect(controls == ["1", "2", "0"])
      let reasons = try reason.end(at: "nil")
      #expect(reasons.first == "Optional(\"\(AVPlayer.WaitingReason.noItemToPlay.rawValue)\")" && reasons.last == "nil")
      #expect(try obscured.end().isEmpty, "it never changes here")
    }
  }

  @Test
  func `KO, PI-12, PI-15: AVPlayerItem's status, duration, tracks, presentationSize and what is at hand, each once`()
    async throws
  {
    try await bounded {
      let item = AVPlayerItem(url: MediaFiles.fixture("h264-rotated.mov"))
      let status = Watch(item, \.status.rawValue)
      let (duration, tracks) = (Watch(item, \.duration.seconds), Watch(item, \.tracks.count))
      let size = Watch(item, \.presentationSize.height)
      let (loaded, seekable) = (Watch(item, \.loadedTimeRanges.count), Watch(item, \.seekableTimeRanges.count))
      let (likely, empty) = (Watch(item, \.isPlaybackLikelyToKeepUp), Watch(item, \.isPlaybackBufferEmpty))
      let (full, error) = (Watch(item, \.isPlaybackBufferFull), Watch(item, \.error?.localizedDescription))
      let stepped = SteppedPlayer([item])
      try stepped.waitUntilReady()
      #expect(try status.end(at: "1") == ["1"])
      // The status is told last.
      let trackCount = "\(item.asset.tracks.count)"
      #expect(try duration.end() == ["1.5"] && tracks.end() == [trackCount] && size.end() == ["320.0"])
      #expect(try loaded.end() == ["1"] && seekable.end() == ["1"])
      #expect(try likely.end() == ["true"] && empty.end() == ["false"] && full.end() == ["true"])
      #expect(try error.end().isEmpty)
    }
  }

  @Test func `KO, PI-15: a failure is told by the status and the error`() async throws {
    try await bounded {
      let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/at-all.mov"))
      let (status, error) = (Watch(item, \.status.rawValue), Watch(item, \.error?.localizedDescription.isEmpty))
      let stepped = SteppedPlayer([item])
      try stepped.device.wait { item.status == .failed }
      #expect(try status.end(at: "2") == ["2"] && error.end() == ["Optional(false)"])
    }
  }

  @Test func `KO: AVPlayerLooper's status, loopCount and loopingPlayerItems`() async throws {
    try await bounded {
      let stepped = SteppedPlayer([], isQueue: true)
      let looper = AVPlayerLooper(
        player: try stepped.queue, templateItem: AVPlayerItem(url: MediaFiles.fixture("pcm24-stereo.wav")))
      let (status, count) = (Watch(looper, \.status.rawValue), Watch(looper, \.loopCount))
      let items = Watch(looper, \.loopingPlayerItems.isEmpty)
      try stepped.device.wait { looper.status == .ready }
      stepped.also(looper.loopingPlayerItems)
      try stepped.play()
      try stepped.step { looper.loopCount >= 2 }
      looper.disableLooping()
      let counts = try count.end(at: "\(looper.loopCount)")
      #expect(counts.count <= looper.loopCount)
      #expect(try status.end(at: "3").last == "3" && items.end(at: "true").last == "true")
    }
  }

  @Test func `KO, not: delegates of outputs and collectors, and the track of an item's track`() async throws {
    final class Client: NSObject, AVPlayerItemLegibleOutputPushDelegate, AVPlayerItemMetadataOutputPushDelegate,
      AVPlayerItemRenderedLegibleOutputPushDelegate, AVPlayerItemMetadataCollectorPushDelegate
    {
      func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
      func metadataCollector(
        _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
        indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet
      ) {}
    }
    try await bounded {
      let (client, queue) = (Client(), DispatchQueue(label: "clients"))
      let (legible, metadata) = (AVPlayerItemLegibleOutput(), AVPlayerItemMetadataOutput(identifiers: nil))
      let rendered = AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 64, height: 36))
      let collector = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil)
      let delegates = (
        Watch(legible, \.delegate), Watch(metadata, \.delegate), Watch(rendered, \.delegate),
        Watch(collector, \.delegate)
      )
      let queues = (
        Watch(legible, \.delegateQueue), Watch(metadata, \.delegateQueue), Watch(rendered, \.delegateQueue),
        Watch(collector, \.delegateQueue)
      )
      legible.setDelegate(client, queue: queue)
      metadata.setDelegate(client, queue: queue)
      rendered.setDelegate(client, queue: queue)
      collector.setDelegate(client, queue: queue)
      #expect(legible.delegate === client && metadata.delegateQueue === queue && rendered.delegate === client)
      #expect(collector.delegate === client)
      #expect(try (delegates.0.end() + delegates.1.end() + delegates.2.end() + delegates.3.end()).isEmpty)
      #expect(try (queues.0.end() + queues.1.end() + queues.2.end() + queues.3.end()).isEmpty)
      let stepped = SteppedPlayer(MediaFiles.fixture("speech.wav"))
      try stepped.waitUntilReady()
      let track = Watch(try #require(stepped.item.tracks.first), \.assetTrack?.trackID)
      try stepped.play()
      stepped.player.replaceCurrentItem(with: nil)
      #expect(try track.end().isEmpty)
    }
  }

  @Test func `ER-06: the values of players' states`() {
    #expect([AVPlayer.Status.unknown, .readyToPlay, .failed].map(\.rawValue) == [0, 1, 2])
    #expect(
      [AVPlayer.TimeControlStatus.paused, .waitingToPlayAtSpecifiedRate, .playing].map(\.rawValue) == [0, 1, 2])
    #expect([AVPlayer.ActionAtItemEnd.advance, .pause, .none].map(\.rawValue) == [0, 1, 2])
    #expect([AVPlayer.NetworkResourcePriority.default, .low, .high].map(\.rawValue) == [0, 1, 2])
    #expect([AVPlayer.HDRMode.hlg, .hdr10, .dolbyVision].map(\.rawValue) == [1, 2, 4])
    #expect([AVPlayerItem.Status.unknown, .readyToPlay, .failed].map(\.rawValue) == [0, 1, 2])
    #expect([AVPlayerLooper.Status.unknown, .ready, .failed, .cancelled].map(\.rawValue) == [0, 1, 2, 3])
    #expect(AVPlayerLooper.ItemOrdering.loopingItemsPrecedeExistingItems.rawValue == 0)
    #expect(AVPlayerLooper.ItemOrdering.loopingItemsFollowExistingItems.rawValue == 1)
    #expect(
      [AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic, .pauses, .continuesIfPossible].map(\.rawValue)
        == [1, 2, 3])
    #expect(AVVariantPreferences.scalabilityToLosslessAudio.rawValue == 1)
  }
}
