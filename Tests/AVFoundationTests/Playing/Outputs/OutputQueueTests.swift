import AVFoundation
import Foundation
import SoundTestSupport
import TestSupport
import Testing

/// Queues on which the delegates of outputs are told.
@Suite struct OutputQueueTests {
  private static let key = DispatchSpecificKey<String>()

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  /// Notes each call, and the name of the queue that it comes on.
  private final class Client: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemMetadataOutputPushDelegate,
    AVPlayerItemLegibleOutputPushDelegate, AVPlayerItemRenderedLegibleOutputPushDelegate
  {
    private let calls = Told<[String]>()

    /// The names of calls, each with the names of its queues.
    var queues: [String: Set<String>] {
      Dictionary(grouping: calls.values) { $0[0] }.mapValues { Set($0.map { $0[1] }) }
    }

    private func note(_ call: String) { calls.append([call, DispatchQueue.getSpecific(key: key) ?? "another"]) }

    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { note("change") }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { note("flush of \(type(of: output))") }

    func metadataOutput(
      _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
      from track: AVPlayerItemTrack?
    ) { note("metadata") }

    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) { note("texts") }

    func renderedLegibleOutput(
      _ output: AVPlayerItemRenderedLegibleOutput,
      didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage], forItemTime itemTime: CMTime
    ) { note("images") }
  }

  @Test func `PI-88: a delegate is told on its output's queue, whatever kind of output that is`() async throws {
    let folder = try TemporaryFolder()
    try await bounded {
      let url = folder.file("timed.mov")
      try MetadataAdaptorTests.write(url, .mov)
      let client = Client()
      let (pictures, metadata) = (AVPlayerItemVideoOutput(), AVPlayerItemMetadataOutput(identifiers: nil))
      let texts = AVPlayerItemLegibleOutput()
      let images = AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 320, height: 180))
      pictures.setDelegate(client, queue: Self.queue("pictures"))
      metadata.setDelegate(client, queue: Self.queue("metadata"))
      texts.setDelegate(client, queue: Self.queue("texts"))
      images.setDelegate(client, queue: Self.queue("images"))
      let timed = SteppedPlayer(url)
      let film = SteppedPlayer(MediaFiles.fixture("h264-flac-srt.mkv"))
      timed.item.add(pictures)
      timed.item.add(metadata)
      film.item.add(texts)
      film.item.add(images)
      for stepped in [timed, film] { try stepped.waitUntilReady() }
      pictures.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
      for stepped in [timed, film] { try stepped.seek(to: CMTime(value: 1, timescale: 2)) }
      var expected: [String: Set<String>] = [
        "change": ["pictures"], "metadata": ["metadata"], "texts": ["texts"],
        "flush of AVPlayerItemVideoOutput": ["pictures"], "flush of AVPlayerItemMetadataOutput": ["metadata"],
        "flush of AVPlayerItemLegibleOutput": ["texts"], "flush of AVPlayerItemRenderedLegibleOutput": ["images"],
      ]
      if TextDrawing.canDraw { expected["images"] = ["images"] }
      try timed.device.wait { Set(client.queues.keys).isSuperset(of: expected.keys) }
      #expect(client.queues == expected)
    }
  }
}
