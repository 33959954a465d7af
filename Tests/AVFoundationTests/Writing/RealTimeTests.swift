import AVFoundation
import TestSupport
import Testing

/// What `expectsMediaDataInRealTime` promises to a source that does not wait.
@Suite("Real time")
struct RealTimeTests {
  private struct WeakBuffer {
    weak var buffer: CVPixelBuffer?
    init(_ buffer: CVPixelBuffer) { self.buffer = buffer }
  }

  /// Two for the encoder's hands, beside those that may wait for it.
  private static let mostBuffersHeld = 8 + 2

  @Test func `WI-45: a source that is too fast loses pictures by its own choice alone, and memory stays bounded`()
    async throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let (width, height) = (320, 240)
    var kept: [CMTime] = []
    var dropped = 0
    var mostHeld = 0
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: Settings.video(width: width, height: height, compression: [AVVideoEncoderSpeedKey: "placebo"]))
    input.expectsMediaDataInRealTime = true
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var given: [WeakBuffer] = []
    // Without any pause: many times what this encoder can do.
    for index in 0..<400 {
      let time = CMTime(value: CMTimeValue(index), timescale: 100)
      guard input.isReadyForMoreMediaData else {
        dropped += 1
        continue
      }
      let picture = ComputedMedia.picture(width: width, height: height, index: index)
      given.append(WeakBuffer(picture))
      try #expect(input.append(ComputedMedia.sample(picture, at: time)))
      kept.append(time)
      mostHeld = max(mostHeld, given.count { $0.buffer != nil })
    }
    try finishWriting(writer)
    #expect(dropped > 0)
    #expect(kept.count > 1)
    #expect(mostHeld <= Self.mostBuffersHeld)
    #expect(try ReadMedia.pictureTimes(url) == kept)
  }

  @Test func `WI-45: another input's lateness does not make a real-time input wait`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    for input in [video, audio] {
      input.expectsMediaDataInRealTime = true
      writer.add(input)
    }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    // Twenty seconds of sound in front of the first picture.
    for second in 0..<20 {
      #expect(audio.isReadyForMoreMediaData)
      try #expect(audio.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
    }
    for index in 0..<5 { try #expect(video.append(ComputedMedia.videoSample(index))) }
    try finishWriting(writer)
    #expect(try ReadMedia.pictureTimes(url).count == 5)
    #expect(try ReadMedia.sound(url).count == 20 * 48_000)
  }

  @Test func `real-time pictures are encoded in the order of their times, without B pictures`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    input.expectsMediaDataInRealTime = true
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for index in 0..<8 { try #expect(input.append(ComputedMedia.videoSample(index))) }
    try finishWriting(writer)
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var count = 0
    while let sample = output.copyNextSampleBuffer() {
      let decodeTime = sample.decodeTimeStamp
      #expect(!decodeTime.isNumeric || decodeTime == sample.presentationTimeStamp)
      count += sample.numSamples
    }
    #expect(count == 8)
  }
}
