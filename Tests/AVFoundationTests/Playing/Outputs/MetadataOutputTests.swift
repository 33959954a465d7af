import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Outputs of timed metadata, and the delegates of outputs of pictures.
@Suite struct MetadataOutputTests {
  /// Keeps what it is told.
  private final class Client: NSObject, AVPlayerItemMetadataOutputPushDelegate, AVPlayerItemOutputPullDelegate {
    struct Call: Sendable {
      var groups: [AVTimedMetadataGroup]
      var track: AVPlayerItemTrack?
      /// The item's time by then.
      var time: CMTime
    }

    let item: AVPlayerItem
    let calls = Mutex<[Call]>([])
    let flushes = Mutex(0)
    let changes = Mutex(0)

    init(_ item: AVPlayerItem) { self.item = item }

    func metadataOutput(
      _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
      from track: AVPlayerItemTrack?
    ) {
      let time = item.timebase?.time ?? .invalid
      calls.withLock { $0.append(Call(groups: groups, track: track, time: time)) }
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes.withLock { $0 += 1 } }
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { changes.withLock { $0 += 1 } }

    var starts: [Int64] {
      calls.withLock { $0.flatMap(\.groups).map { Int64(($0.timeRange.start.seconds * 25).rounded()) } }
    }
  }

  private static let queue = DispatchQueue(label: "clients")

  private let folder: TemporaryFolder
  private var url: URL { folder.file("timed.mov") }

  init() throws { folder = try TemporaryFolder() }

  private func output(
    _ stepped: SteppedPlayer, _ client: Client, identifiers: [String]? = nil, advance: Double = 0
  ) -> AVPlayerItemMetadataOutput {
    let output = AVPlayerItemMetadataOutput(identifiers: identifiers)
    output.advanceIntervalForDelegateInvocation = advance
    output.setDelegate(client, queue: Self.queue)
    stepped.item.add(output)
    return output
  }

  @Test func `PI-90: groups come once each, in order, from their track, not before their time, and none is empty`()
    async throws
  {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      let client = Client(stepped.item)
      let output = output(stepped, client)
      #expect(output.delegate === client && output.delegateQueue === Self.queue)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.device.wait { ended.count > 0 && client.starts.count >= 3 }
      #expect(client.starts == [0, 10, 20])
      let calls = client.calls.withLock { $0 }
      let areOnTime = calls.allSatisfy { call in call.groups.allSatisfy { $0.timeRange.start <= call.time } }
      #expect(areOnTime)
      let trackID = stepped.item.asset.tracks(withMediaType: .metadata).first?.trackID
      let areOfTrack = calls.allSatisfy { $0.track?.assetTrack?.trackID == trackID }
      #expect(areOfTrack && stepped.item.tracks.contains { $0 === calls[0].track })
      #expect(calls.flatMap(\.groups).map(\.items.count) == [1, 3, 1])
    }
  }

  @Test func `PI-90: with identifiers there are their items alone`() async throws {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      let client = Client(stepped.item)
      _ = output(stepped, client, identifiers: [MetadataAdaptorTests.remark.rawValue], advance: 30)
      try stepped.waitUntilReady()
      try stepped.device.wait { client.starts.count == 2 }
      let groups = client.calls.withLock { $0.flatMap(\.groups) }
      #expect(client.starts == [10, 20])
      #expect(
        groups.flatMap(\.items).map { $0.identifier }
          == [AVMetadataIdentifier](repeating: MetadataAdaptorTests.remark, count: 3))
    }
  }

  @Test func `PI-92: groups are given ahead, and all of them at once where that is far`() async throws {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      let (client, other) = (Client(stepped.item), Client(stepped.item))
      let output = output(stepped, client, advance: 0.5)
      _ = self.output(stepped, other, advance: .infinity)
      try stepped.waitUntilReady()
      // While time stands: what begins within half a second, and everything.
      try stepped.device.wait { client.starts == [0, 10] && other.starts == [0, 10, 20] }
      #expect(other.calls.withLock { $0.count } <= 2)
      output.advanceIntervalForDelegateInvocation = 1
      try stepped.device.wait { client.starts == [0, 10, 20] }
      #expect(output.advanceIntervalForDelegateInvocation == 1)
    }
  }

  @Test func `PI-87: a seek and a change of direction flush, and what holds there is given again`() async throws {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      let client = Client(stepped.item)
      let pictures = Client(stepped.item)
      _ = output(stepped, client)
      let video = stepped.addOutput()
      video.setDelegate(pictures, queue: Self.queue)
      try stepped.waitUntilReady()
      try stepped.device.wait { client.starts == [0] }
      #expect(client.flushes.withLock { $0 } == 0)
      try stepped.seek(to: CMTime(value: 11, timescale: 25))
      try stepped.device.wait { client.starts == [0, 10] && client.flushes.withLock { $0 } == 1 }
      // To the same place as well.
      try stepped.seek(to: CMTime(value: 11, timescale: 25))
      try stepped.device.wait { client.starts == [0, 10, 10] && client.flushes.withLock { $0 } == 2 }
      try stepped.seek(to: CMTime(value: 24, timescale: 25))
      try stepped.device.wait { client.starts.count == 4 }
      try stepped.play(-1)
      let ended = { stepped.player.rate == 0 && client.flushes.withLock { $0 } == 4 }
      try stepped.device.wait { ended() && client.starts.count > 4 && client.starts.last == 0 }
      #expect(client.starts.prefix(4) == [0, 10, 10, 20])
      // From where the time is when it is told that it goes back, which a busy machine does late, and then those before.
      let back = client.starts.dropFirst(4)
      #expect(back.elementsEqual([20, 10, 0].suffix(back.count)))
      try stepped.device.wait { pictures.flushes.withLock { $0 } == 4 }
    }
  }

  @Test func `PI-88: a delegate is not kept, and an output that is removed gives nothing more`() async throws {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      var client: Client? = Client(stepped.item)
      let output = try output(stepped, #require(client))
      client = nil
      #expect(output.delegate == nil)
      let other = Client(stepped.item)
      output.setDelegate(other, queue: nil)
      #expect(output.delegateQueue?.label == DispatchQueue.main.label)
      output.setDelegate(other, queue: Self.queue)
      stepped.item.remove(output)
      let kept = Client(stepped.item)
      _ = self.output(stepped, kept, advance: 30)
      try stepped.waitUntilReady()
      try stepped.device.wait { kept.starts.count == 3 }
      #expect(other.starts.isEmpty)
      #expect(stepped.item.outputs.count == 1)
    }
  }

  @Test
  func `PI-10, PI-06, PL-67: timed metadata is nil until there is some, and is observed; copies have no collectors`()
    async throws
  {
    try await bounded {
      try MetadataAdaptorTests.write(url, .mov)
      let stepped = SteppedPlayer(url)
      let seen = Mutex<[Int?]>([])
      #expect(stepped.item.timedMetadata == nil)
      let observation = stepped.item.observe(\.timedMetadata) { item, _ in
        let count = item.timedMetadata?.count
        seen.withLock { $0.append(count) }
      }
      try stepped.waitUntilReady()
      try stepped.device.wait { seen.withLock { $0 } == [1] }
      try stepped.seek(to: CMTime(value: 11, timescale: 25))
      try stepped.device.wait { seen.withLock { $0 } == [1, 3] }
      #expect(stepped.item.timedMetadata?.count == 3)
      observation.invalidate()
      let collector = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: ["event"])
      stepped.item.add(collector)
      stepped.item.add(collector)
      #expect(stepped.item.mediaDataCollectors == [collector])
      let copy = try #require(stepped.item.copy() as? AVPlayerItem)
      #expect(copy.mediaDataCollectors.isEmpty && copy.outputs.isEmpty)
      stepped.item.remove(collector)
      #expect(stepped.item.mediaDataCollectors.isEmpty)
    }
  }

  @Test func `PI-86: each request for the next picture is answered once, soon or when it is due`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-aac.mov"))
      let output = stepped.addOutput()
      let client = Client(stepped.item)
      output.setDelegate(client, queue: Self.queue)
      try stepped.waitUntilReady()
      output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
      // The first picture was not taken yet.
      try stepped.device.wait { client.changes.withLock { $0 } == 1 }
      let shown = output.pixelBufferAndDisplayTime(forItemTime: .zero)
      #expect(shown.pixelBuffer != nil && shown.itemTimeForDisplay == .zero)
      output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { client.changes.withLock { $0 } == 2 }
      #expect(client.flushes.withLock { $0 } == 1, "PI-87")
      func take() { _ = output.copyPixelBuffer(forItemTime: stepped.player.currentTime(), itemTimeForDisplay: nil) }
      for round in 3..<8 {
        // One that is far ahead is told as soon as possible, another when the picture is due.
        try stepped.play()
        take()
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: round == 3 ? 1000 : 0)
        try stepped.step { client.changes.withLock { $0 } == round }
      }
      #expect(client.changes.withLock { $0 } == 7)
      let none = output.pixelBufferAndDisplayTime(forItemTime: CMTime(value: -1, timescale: 1))
      #expect(none.pixelBuffer == nil && !none.itemTimeForDisplay.isValid)
    }
  }
}
