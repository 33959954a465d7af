import AVFoundation
import TestSupport
import Testing

@Suite("Clients: a recording that is followed while it is written")
struct RecordingMonitorTests {
  /// A writer of gray pictures, 25 a second, in fragments of half a second.
  private final class Recorder {
    let writer: AVAssetWriter
    let input: AVAssetWriterInput
    private(set) var count = 0

    init(_ url: URL) throws {
      writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
      input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [
          AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        ])
      input.expectsMediaDataInRealTime = true
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
    }

    func record() async throws {
      var made: CVPixelBuffer?
      _ = CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &made)
      let buffer = try #require(made)
      CVPixelBufferLockBaseAddress(buffer, [])
      memset(CVPixelBufferGetBaseAddress(buffer)!, Int32(count % 200), CVPixelBufferGetBytesPerRow(buffer) * 48)
      CVPixelBufferUnlockBaseAddress(buffer, [])
      let time = CMTime(value: CMTimeValue(count), timescale: 25)
      let sample = try CMSampleBuffer(
        imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
        sampleTiming: CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: time, decodeTimeStamp: .invalid))
      while !input.isReadyForMoreMediaData { await Task.yield() }
      #expect(input.append(sample))
      count += 1
    }
  }

  @Test(.enabled(if: Tool.ffprobe.path != nil, "ffprobe is not installed"))
  func `its duration grows with the file, and the end is told`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("recording.mov")
    let recorder = try Recorder(url)
    while !AVURLAsset(url: url).containsFragments { try await recorder.record() }
    let durations = Told<CMTime>()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let monitor = try await RecordingMonitor(
      url: url, every: 0.005, onGrowth: { durations.append($0) }, onFinish: { end.yield() })
    let start = monitor.asset.duration
    #expect(monitor.isLive && start > .zero)
    while durations.values.count < 2 { try await recorder.record() }
    let picture = try #require(try await monitor.latestPicture())
    #expect(picture.presentationTimeStamp < CMTime(value: CMTimeValue(recorder.count), timescale: 25))
    #expect(picture.presentationTimeStamp > start - CMTime(value: 1, timescale: 5))
    recorder.input.markAsFinished()
    await recorder.writer.finishWriting()
    #expect(recorder.writer.status == .completed)
    for await _ in ends { break }
    #expect(!monitor.isLive)
    monitor.stop()
    #expect(!monitor.asset.isAssociatedWithFragmentMinder)

    let told = [start] + durations.values
    #expect(zip(told, told.dropFirst()).allSatisfy(<))
    // All of it, as ffprobe counts it.
    let times = try Probe.read(url.path).times("v:0")
    #expect(times.count == recorder.count)
    #expect(abs(monitor.asset.duration.seconds - Double(recorder.count) / 25) < 0.001)
    #expect(told.last == monitor.asset.duration)
  }
}
