import AVFoundation
import TestSupport
import Testing

/// What random access makes of a reader's states.
@Suite("A reader with random access")
struct RandomAccessStateTests {
  private static let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)

  @Test
  func `AR-24, AR-28: false by default; with true the reader completes after the configuration is final`() throws {
    let plain = try RangeReading(MediaFiles.fixture("h264-aac-small.mp4"), .video, settings: nil, isRandomAccess: false)
    #expect(!plain.output.supportsRandomAccess)
    _ = try plain.rest()
    #expect(plain.reader.status == .completed)
    plain.output.markConfigurationAsFinal()
    #expect(plain.reader.status == .completed)

    let reading = try RangeReading(MediaFiles.fixture("h264-aac-small.mp4"), .video, settings: nil)
    let count = try reading.rest().count
    #expect(reading.reader.status == .reading)
    #expect(reading.output.copyNextSampleBuffer() == nil)
    #expect(reading.reader.status == .reading)
    #expect(try reading.samples(in: [Self.everything]).count == count)
    #expect(reading.reader.status == .reading)
    reading.output.markConfigurationAsFinal()
    #expect(reading.reader.status == .completed)
  }

  @Test func `AR-28: a final configuration completes the reader at the end of what is being read`() throws {
    let reading = try RangeReading(MediaFiles.fixture("h264-aac-small.mp4"), .video, settings: nil)
    #expect(reading.output.copyNextSampleBuffer() != nil)
    reading.output.markConfigurationAsFinal()
    #expect(reading.reader.status == .reading)
    #expect(try reading.rest().count > 0)
    #expect(reading.reader.status == .completed)
  }

  @Test func `AR-09: a reader is complete when each output is read to its end, and those with random access are final`()
    throws
  {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
    let reader = try AVAssetReader(asset: asset)
    let video = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: nil)
    let audio = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .audio)[0], outputSettings: nil)
    video.supportsRandomAccess = true
    reader.add(video)
    reader.add(audio)
    #expect(reader.startReading())
    while video.copyNextSampleBuffer() != nil {}
    while audio.copyNextSampleBuffer() != nil {}
    #expect(reader.status == .reading)
    video.reset(forReadingTimeRanges: [NSValue(timeRange: Self.everything)])
    video.markConfigurationAsFinal()
    #expect(reader.status == .reading)
    while video.copyNextSampleBuffer() != nil { #expect(reader.status == .reading) }
    #expect(reader.status == .completed)
  }

  @Test func `AR-26: reset ranges replace the reader's time range`() throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("h264-aac.mov"), .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    output.supportsRandomAccess = true
    reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    reader.add(output)
    let reading = try RangeReading(started: reader, output)
    let inTimeRange = try reading.rest().map(\.presentationTimeStamp)
    #expect(inTimeRange.allSatisfy { $0 < CMTime(value: 1, timescale: 1) })
    let all = try reading.samples(in: [Self.everything]).map(\.presentationTimeStamp)
    #expect(all == (try ReadMedia.pictureTimes(MediaFiles.fixture("h264-aac.mov"))))
  }

  @Test func `AR-27: a reset does not change the state of a reader that was cancelled, and gives nothing`() throws {
    let reading = try RangeReading(MediaFiles.fixture("h264-aac-small.mp4"), .video, settings: [:])
    #expect(reading.output.copyNextSampleBuffer() != nil)
    reading.reader.cancelReading()
    reading.reset(to: [Self.everything])
    #expect(reading.reader.status == .cancelled)
    #expect(reading.output.copyNextSampleBuffer() == nil)
    reading.output.markConfigurationAsFinal()
    #expect(reading.reader.status == .cancelled)
  }

  @Test func `AR-27: a reset does not change the state of a reader that failed, and gives nothing`() throws {
    let reading = try RangeReading(MediaFiles.fixture("../corrupt/mdat-flipped.mp4"), .video, settings: [:])
    #expect(throws: AVError.self) { try reading.rest() }
    let code = (reading.reader.error as? AVError)?.code
    reading.reset(to: [Self.everything])
    #expect(reading.output.copyNextSampleBuffer() == nil)
    #expect(reading.reader.status == .failed)
    #expect((reading.reader.error as? AVError)?.code == code)
  }

  @Test func `AR-26: where samples lie is told of ranges too`() throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("h264-aac.mov"), .video)
    let reading = try RangeReading(asset, AVAssetReaderSampleReferenceOutput(track: track))
    let all = try reading.rest().map(\.presentationTimeStamp)
    // The fixture's key frames are 48 pictures apart, at 30 a second.
    let range = CMTimeRange(
      start: all[0] + CMTime(value: 2, timescale: 1), end: all[0] + CMTime(value: 3, timescale: 1))
    let part = try reading.samples(in: [range]).map(\.presentationTimeStamp)
    #expect(part.first == all[48])
    #expect(part == Array(all[48..<48 + part.count]))
    #expect(Set(all.filter { $0 >= range.start && $0 < range.end }).isSubset(of: part))
  }
}
