import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Providers of a reader's outputs")
struct ProviderTests {
  private typealias Sample = CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
  private static let clip = MediaFiles.fixture("h264-aac-small.mp4")

  private static func output(
    _ url: URL = clip, _ mediaType: AVMediaType = .video, settings: [String: Any]? = nil
  ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
    let (asset, track) = try ReadMedia.track(url, mediaType)
    return (try AVAssetReader(asset: asset), AVAssetReaderTrackOutput(track: track, outputSettings: settings))
  }

  @Test func `AR-21: a provider vends what copying vends, and then nil`() async throws {
    let (reader, output) = try Self.output()
    let provider = reader.outputProvider(for: output)
    #expect(reader.outputs.first === output)
    try reader.start()
    var times: [CMTime] = []
    while let sample: Sample = try await provider.next() {
      #expect(sample.contentType == .dataBuffer)
      times.append(sample.presentationTimeStamp)
    }
    #expect(try await provider.next() == nil)
    #expect(reader.status == .completed)
    #expect(times == (try ReadMedia.stored(Self.clip, .video).map(\.presentationTime)))
  }

  @Test func `AR-02: a provider keeps its reader alive`() async throws {
    func provider() throws -> AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>> {
      let (reader, output) = try Self.output(settings: [:])
      let provider = reader.outputProvider(for: output)
      try reader.start()
      return provider
    }
    let orphan = try provider()
    var count = 0
    while try await orphan.next() != nil { count += 1 }
    #expect(count == 25)
  }

  @Test func `AR-05: start() throws where startReading() is false`() throws {
    let (reader, output) = try Self.output(MediaFiles.fixture("../corrupt/stco-beyond-end.mp4"))
    _ = reader.outputProvider(for: output)
    #expect(throws: AVError.self) { try reader.start() }
    #expect(reader.status == .failed)
  }

  @Test func `AR-07: a reader that is cancelled before it starts does not start, and says so`() async throws {
    let (reader, output) = try Self.output()
    let provider = reader.outputProvider(for: output)
    reader.cancelReading()
    #expect(!reader.startReading())
    let error = #expect(throws: AVError.self) { try reader.start() }
    #expect(error?.code == .operationCancelled)
    #expect(reader.status == .cancelled)
    #expect(reader.error == nil)
    await #expect(throws: AVError.self) { try await provider.next() }
  }

  @Test func `AR-21: a provider throws the reader's error, again and again`() async throws {
    let (reader, output) = try Self.output(MediaFiles.fixture("../corrupt/mdat-flipped.mp4"), settings: [:])
    let provider = reader.outputProvider(for: output)
    try reader.start()
    await #expect(throws: AVError.self) { while try await provider.next() != nil {} }
    #expect(reader.status == .failed)
    await #expect(throws: AVError.self) { try await provider.next() }
  }

  @Test func `AR-07: a provider of a reader that was cancelled throws operationCancelled`() async throws {
    let (reader, output) = try Self.output()
    let provider = reader.outputProvider(for: output)
    try reader.start()
    #expect(try await provider.next() != nil)
    reader.cancelReading()
    let error = await #expect(throws: AVError.self) { try await provider.next() }
    #expect(error?.code == .operationCancelled)
  }

  @Test func `AR-26, AR-28: a provider with random access reads other ranges when it is told to`() async throws {
    let (reader, output) = try Self.output(settings: [:])
    let (provider, controller) = reader.outputProviderWithRandomAccess(for: output)
    #expect(output.supportsRandomAccess)
    try reader.start()
    var all: [CMTime] = []
    while let sample = try await provider.next() { all.append(sample.presentationTimeStamp) }
    #expect(reader.status == .reading)
    controller.resetForReading(timeRanges: [
      CMTimeRange(start: all[5], end: all[8]), CMTimeRange(start: all[20], end: all[22]),
    ])
    var part: [CMTime] = []
    while let sample = try await provider.next() { part.append(sample.presentationTimeStamp) }
    #expect(part == Array(all[5..<8] + all[20..<22]))
    controller.markConfigurationAsFinal()
    #expect(reader.status == .completed)
  }

  @Test func `AR-60: a metadata provider vends groups, of ranges too`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed.mov")
    try await bounded { try MetadataAdaptorTests.write(url, .mov) }
    let (reader, output) = try Self.output(url, .metadata)
    let (provider, controller) = reader.outputMetadataProviderWithRandomAccess(for: output)
    try reader.start()
    var groups: [AVTimedMetadataGroup] = []
    while let group = try await provider.next() { groups.append(group) }
    #expect(groups.count == 4)
    controller.resetForReading(timeRanges: [
      CMTimeRange(start: CMTime(value: 11, timescale: 25), end: CMTime(value: 19, timescale: 25))
    ])
    var part: [CMTimeRange] = []
    while let group = try await provider.next() { part.append(group.timeRange) }
    #expect(part == groups[1...2].map(\.timeRange))

    let (plainReader, plainOutput) = try Self.output(url, .metadata)
    let plain = plainReader.outputMetadataProvider(for: plainOutput)
    try plainReader.start()
    var count = 0
    while try await plain.next() != nil { count += 1 }
    #expect(count == 4 && plainReader.status == .completed)
  }

  @Test func `AR-61: a caption provider throws that there is no decoder`() async throws {
    for isRandomAccess in [false, true] {
      let (reader, output) = try Self.output(MediaFiles.fixture("h264-two-audio.mp4"), .subtitle)
      let provider =
        isRandomAccess
        ? reader.outputCaptionProviderWithRandomAccess(for: output).0 : reader.outputCaptionProvider(for: output)
      try reader.start()
      let error = await #expect(throws: AVError.self) { try await provider.next() }
      #expect(error?.code == .decoderNotFound)
    }
  }

  @Test func `a task that is cancelled before it waits takes nothing`() async throws {
    let (reader, output) = try Self.output()
    let provider = reader.outputProvider(for: output)
    try reader.start()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await provider.next() != nil
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    var count = 0
    while try await provider.next() != nil { count += 1 }
    #expect(count == 25)
  }

  @Test func `tasks that are cancelled at any time while they wait lose no sample`() async throws {
    let (reader, output) = try Self.output(settings: [:])
    let provider = reader.outputProvider(for: output)
    try reader.start()
    var times: [CMTime] = []
    for round in 0... {
      let task = Task { try await provider.next()?.presentationTimeStamp }
      for _ in 0..<round % 5 { await Task.yield() }
      task.cancel()
      do {
        guard let time = try await task.value else { break }
        times.append(time)
      } catch is CancellationError {
        // Some rounds are not cancelled at once, so that the loop ends.
        if round % 3 == 0, let time = try await provider.next()?.presentationTimeStamp { times.append(time) }
      }
    }
    #expect(times == (try ReadMedia.pictureTimes(Self.clip)))
  }
}
