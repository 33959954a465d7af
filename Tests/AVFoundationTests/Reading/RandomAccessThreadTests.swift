import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The documented concurrent uses of readers with random access: made for ThreadSanitizer, and right without it too.
@Suite("Random access on many threads")
struct RandomAccessThreadTests {
  private static let rounds = Rounds.count(3, full: 30)
  /// An indexed file, one whose sound is found by counting, and one without an index.
  private static let sources = ["h264-two-audio.mp4", "h264-flac-srt.mkv", "h264-aac.ts"]

  private static func reader(_ name: String) throws -> AVAssetReader {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    let reader = try AVAssetReader(asset: asset)
    for track in asset.tracks where [.video, .audio].contains(track.mediaType) {
      let settings: [String: Any] = track.mediaType == .video ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      output.supportsRandomAccess = true
      reader.add(output)
    }
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
    return reader
  }

  /// Reads ranges of an output one after the other.
  private static func readRanges(_ output: AVAssetReaderOutput, vended: () -> Void = {}) -> [Int] {
    var counts: [Int] = []
    for start in [nil, 1.2, 0.2, 0.7] as [Double?] {
      if let start {
        let range = CMTimeRange(
          start: CMTime(seconds: start, preferredTimescale: 600), duration: CMTime(value: 1, timescale: 2))
        output.reset(forReadingTimeRanges: [NSValue(timeRange: range)])
      }
      var count = 0
      while let sample = output.copyNextSampleBuffer() {
        count += sample.numSamples
        vended()
      }
      counts.append(count)
    }
    output.markConfigurationAsFinal()
    return counts
  }

  @Test(arguments: sources)
  func `AR-02, AR-24: outputs that read ranges on their own threads while others look on`(_ name: String) async throws {
    let expected = try await bounded {
      let reader = try Self.reader(name)
      return reader.outputs.map { Self.readRanges($0) }
    }
    #expect(expected.allSatisfy { $0.allSatisfy { $0 > 0 } })
    for _ in 0..<Self.rounds {
      try await bounded {
        let reader = try Self.reader(name)
        let outputs = reader.outputs
        let counts = Mutex([[Int]](repeating: [], count: outputs.count))
        let isOver = Atomic<Bool>(false)
        let watcher = DispatchGroup()
        watcher.enter()
        Thread.detachNewThread {
          while !isOver.load(ordering: .relaxed) {
            _ = (reader.status, reader.error, outputs.map(\.supportsRandomAccess), reader.warnings)
            // As a client that polls: without it the watcher would take a processor from what it watches.
            Thread.sleep(forTimeInterval: 0.0002)
          }
          watcher.leave()
        }
        DispatchQueue.concurrentPerform(iterations: outputs.count) { number in
          let read = Self.readRanges(outputs[number])
          counts.withLock { $0[number] = read }
        }
        isOver.store(true, ordering: .relaxed)
        watcher.wait()
        #expect(counts.withLock { $0 } == expected)
        #expect(reader.status == .completed)
      }
    }
  }

  @Test(arguments: sources)
  func `AR-07, AR-27: a reader that is cancelled or goes away while ranges are read`(_ name: String) async throws {
    for round in 0..<Self.rounds {
      try await bounded {
        let group = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        var reader: AVAssetReader? = try Self.reader(name)
        for output in reader?.outputs ?? [] {
          group.enter()
          Thread.detachNewThread {
            _ = Self.readRanges(output) { isUnderWay.signal() }
            // What has come to its end is waited for no longer.
            for _ in 0..<(round * 9) { isUnderWay.signal() }
            group.leave()
          }
        }
        for _ in 0..<(round * 9) { isUnderWay.wait() }
        if round % 2 == 0 {
          reader?.cancelReading()
          // What was read to its end already cannot be cancelled.
          #expect(reader?.status == .cancelled || reader?.status == .completed)
        }
        weak let left = reader
        reader = nil
        group.wait()
        // A thread lets its output go after it has left the group.
        for _ in 0..<10_000 where left != nil { Thread.sleep(forTimeInterval: 0.001) }
        #expect(left == nil)
      }
    }
  }

  @Test(arguments: sources)
  func `AR-21: providers of one reader in their own tasks`(_ name: String) async throws {
    for _ in 0..<Self.rounds {
      let asset = AVURLAsset(url: MediaFiles.fixture(name))
      let reader = try AVAssetReader(asset: asset)
      let providers = asset.tracks.filter { [.video, .audio].contains($0.mediaType) }.map { track in
        let settings: [String: Any] = track.mediaType == .video ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM]
        return reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: settings))
      }
      try reader.start()
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for provider in providers {
          group.addTask {
            var count = 0
            while try await provider.next() != nil { count += 1 }
            return count
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.count == providers.count && counts.allSatisfy { $0 > 0 })
      #expect(reader.status == .completed)
    }
  }
}
