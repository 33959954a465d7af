import AVFoundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// Reading a source at its own pace, and dropping what the encoder has no time for.
@Suite struct RealTimeTests {
  @Test func `a source that is too fast loses pictures, all of them counted`() throws {
    let folder = try TemporaryFolder()
    let source = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let track = try #require(source.tracks.first { $0.mediaType == .video })
    let count = track.sampleCount
    let reader = try AVAssetReader(asset: source)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    reader.add(output)
    let url = URL(fileURLWithPath: folder.path("out.mov"))
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 1280, AVVideoHeightKey: 720,
        AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "placebo"],
      ])
    input.expectsMediaDataInRealTime = true
    writer.add(input)
    let counts = SampleCounts(trackCount: 1)
    // Many times what any machine encodes.
    let pipe = TrackPipe(
      SampleFeed(SharedOutput(output).makeTap(), nil), input,
      noting: TrackSampleCounts(counts: counts, track: 0), pacing: .sourceDropping(SourcePace(rate: 1000)))
    try #require(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let done = DispatchSemaphore(value: 0)
    pipe.start { done.signal() }
    done.wait()
    writer.finishWriting { done.signal() }
    done.wait()
    let counted = counts.snapshot[0]
    #expect(writer.status == .completed)
    #expect(counted.samples + counted.droppedSamples == count)
    #expect(counted.droppedSamples > 0)
    #expect(try #require(AVURLAsset(url: url).tracks.first).sampleCount == counted.samples)
    let plan = TrackPlan(source: TrackFacts(id: 7, kind: .video, position: 1, codec: "avc1"), action: .copy, reason: "")
    let ledger = Ledger().noting(counts.snapshot, of: [plan])
    #expect(ledger.dropped.map(\.fact) == ["track.7.samples"])
    #expect(ledger.dropped.first?.from == "\(counted.droppedSamples) of \(count) pictures")
  }

  @Test func `a pace waits for the source's clock, and no longer once it is stopped`() async throws {
    let pace = SourcePace(rate: 1)
    let start = ContinuousClock.now
    #expect(pace.wait(for: .zero))
    #expect(pace.wait(for: CMTime(value: 1, timescale: 20)))
    // The clocks may differ by a little.
    #expect(ContinuousClock.now - start >= .milliseconds(45))
    #expect(pace.wait(for: CMTime(value: -5, timescale: 1)))
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { try await bounded { pace.wait(for: CMTime(value: 1_000_000, timescale: 1)) } }
      }
      pace.stop()
      for try await waited in group { #expect(!waited) }
    }
    #expect(!pace.wait(for: .zero))
  }

  @Test func `a job that dropped pictures says so and exits 82`() {
    var track = JobResult.Track(source: 1, kind: .video, codec: "avc1", samples: 20, start: .zero, duration: .zero)
    let complete = JobResult.Output(
      path: "out.mp4", bytes: 10, verification: .tables, tracks: [track], ledger: Ledger())
    #expect(complete.exit == .complete)
    track.droppedSamples = 3
    var short = complete
    short.tracks = [track]
    #expect(short.text.contains("3 pictures dropped"))
    let result = JobResult(outputs: [complete, short], processorSeconds: 1, wallSeconds: 1)
    #expect(result.exit.code == 82)
  }
}
