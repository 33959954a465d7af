import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The documented concurrent uses, many at a time: made for ThreadSanitizer, and right without it too.
@Suite("Many threads at once")
struct ConcurrencyTests {
  private static let rounds = Rounds.count(3, full: 30)
  /// Of the sound: a low one, since computing it is what takes the time.
  private static let rate = 8000

  /// Reads the properties that any thread may read, from several threads, until it is let go of.
  private final class Watchers: Sendable {
    private static let count = 3
    private let isOver = Atomic<Bool>(false)
    private let group = DispatchGroup()

    init(_ writer: AVAssetWriter) {
      for _ in 0..<Self.count {
        group.enter()
        Thread.detachNewThread { [self] in
          while !isOver.load(ordering: .relaxed) {
            for input in writer.inputs { _ = input.isReadyForMoreMediaData }
            _ = writer.status
            _ = writer.error
            // As a client that polls: without it the watchers would take the processors from what they watch.
            Thread.sleep(forTimeInterval: 0.0002)
          }
          group.leave()
        }
      }
    }

    func end() {
      isOver.store(true, ordering: .relaxed)
      group.wait()
    }
  }

  /// Which sample is next.
  private final class Count: Sendable {
    private let value = Atomic<Int>(0)

    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// A writer of one video and three audio inputs, started.
  private static func writer(_ url: URL) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    for settings in [Settings.aac(rate: rate), Settings.pcm(rate: rate), Settings.pcm(rate: rate, bits: 24)] {
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
    }
    try WrittenFile.start(writer)
    return writer
  }

  /// A tenth of a second of the input's media, the `index`th.
  private static func sample(_ input: AVAssetWriterInput, _ index: Int) -> CMSampleBuffer {
    switch input.mediaType {
    // Computing a sample never fails, and the blocks that call this cannot throw.
    case .video: try! ComputedMedia.videoSample(index, timescale: 10)
    default: try! ComputedMedia.audioSample(start: index * rate / 10, count: rate / 10, rate: rate)
    }
  }

  /// Appends from a thread of its own, asking before each, until an append fails or there are `count`.
  private static func feedByPolling(
    _ input: AVAssetWriterInput, count: Int, _ group: DispatchGroup, appended: @escaping @Sendable () -> Void = {}
  ) {
    group.enter()
    Thread.detachNewThread {
      for index in 0..<count {
        let next = sample(input, index)
        input.waitUntilReady()
        guard input.append(next) else { break }
        appended()
      }
      input.markAsFinished()
      group.leave()
    }
  }

  /// Appends from a request block on a queue of its own until an append fails or there are `count`.
  private static func feedOnRequest(_ input: AVAssetWriterInput, count: Int, _ group: DispatchGroup) {
    group.enter()
    let next = Count()
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "feed")) {
      while input.isReadyForMoreMediaData {
        let index = next.next()
        if index < count, input.append(sample(input, index)) { continue }
        input.markAsFinished()
        group.leave()
        return
      }
    }
  }

  @Test func `inputs that are fed from their own queues and threads, and end at different times, while others look on`()
    async throws
  {
    let folder = try TemporaryFolder()
    for round in 0..<Self.rounds {
      let url = folder.file("\(round).mov")
      let counts = [20, 14, 7, 25]
      try await bounded {
        let writer = try Self.writer(url)
        let watchers = Watchers(writer)
        let group = DispatchGroup()
        for (number, input) in writer.inputs.enumerated() {
          if (number + round) % 2 == 0 {
            Self.feedOnRequest(input, count: counts[number], group)
          } else {
            Self.feedByPolling(input, count: counts[number], group)
          }
        }
        group.wait()
        try finishWriting(writer)
        watchers.end()
      }
      #expect(try ReadMedia.pictureTimes(url).count == counts[0])
      for number in 1..<counts.count {
        #expect(try ReadMedia.sound(url, number - 1).count == counts[number] * Self.rate / 10)
      }
    }
  }

  @Test func `cancelling from another thread while all inputs are fed`() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<Self.rounds {
      try await bounded {
        let writer = try Self.writer(folder.file("\(round).mov"))
        let watchers = Watchers(writer)
        let group = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        for input in writer.inputs {
          Self.feedByPolling(input, count: .max, group) { isUnderWay.signal() }
        }
        // Another place in each round.
        for _ in 0..<(round * 7) { isUnderWay.wait() }
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        group.wait()
        watchers.end()
      }
      #expect(folder.names.isEmpty)
    }
  }

  @Test func `a writer that goes away while its inputs are fed`() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<Self.rounds {
      try await bounded {
        let group = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        do {
          let writer = try Self.writer(folder.file("\(round).mov"))
          for input in writer.inputs {
            Self.feedByPolling(input, count: .max, group) { isUnderWay.signal() }
          }
          for _ in 0..<(round * 7) { isUnderWay.wait() }
          // The inputs are the threads' own; nobody keeps the writer.
          withExtendedLifetime(writer) {}
        }
        group.wait()
        // Its workers close the file after the last reference is gone.
        while !folder.names.isEmpty { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
  }

  /// The samples of each track, counted by a thread of its own.
  private static func counts(_ outputs: [AVAssetReaderOutput], upTo limit: Int = .max) -> [Int] {
    let counts = Mutex([Int](repeating: 0, count: outputs.count))
    DispatchQueue.concurrentPerform(iterations: outputs.count) { number in
      var count = 0
      while count < limit, outputs[number].copyNextSampleBuffer() != nil { count += 1 }
      counts.withLock { $0[number] = count }
    }
    return counts.withLock { $0 }
  }

  /// An indexed file and one whose outputs share a demuxer.
  private static let sources = ["h264-two-audio.mp4", "h264-aac.ts"]

  private static func reader(_ name: String) throws -> AVAssetReader {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    let reader = try AVAssetReader(asset: asset)
    for track in asset.tracks where [.video, .audio].contains(track.mediaType) {
      let settings: [String: Any] = track.mediaType == .video ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM]
      reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: settings))
    }
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
    return reader
  }

  @Test(arguments: sources)
  func `outputs of one reader that are read on their own threads`(_ name: String) async throws {
    let expected = try await bounded {
      try Self.reader(name).outputs.indices.map { number in
        let reader = try Self.reader(name)
        return Self.counts([reader.outputs[number]])[0]
      }
    }
    #expect(expected.allSatisfy { $0 > 0 })
    for _ in 0..<Self.rounds {
      let (counts, status) = try await bounded {
        let reader = try Self.reader(name)
        return (Self.counts(reader.outputs), reader.status)
      }
      #expect(counts == expected)
      #expect(status == .completed)
    }
  }

  @Test(arguments: sources)
  func `a reader that is cancelled by another thread or goes away while its outputs are read`(_ name: String)
    async throws
  {
    for round in 0..<Self.rounds {
      try await bounded {
        let group = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        var reader: AVAssetReader? = try Self.reader(name)
        for output in reader?.outputs ?? [] {
          group.enter()
          Thread.detachNewThread {
            while output.copyNextSampleBuffer() != nil { isUnderWay.signal() }
            // What has come to its end is waited for no longer.
            for _ in 0..<(round * 7) { isUnderWay.signal() }
            group.leave()
          }
        }
        for _ in 0..<(round * 7) { isUnderWay.wait() }
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
}
