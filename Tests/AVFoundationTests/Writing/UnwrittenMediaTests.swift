import AVFoundation
import TestSupport
import Testing

/// What Apple's writer takes and this one does not: declared, and refused with the reason.
@Suite("Unwritten media")
struct UnwrittenMediaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writer() throws -> AVAssetWriter {
    try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
  }

  private func expectRefusal(_ error: (any Error)?, _ words: String) {
    #expect((error as? AVError)?.code == .encoderNotFound)
    #expect((error as? AVError)?.localizedDescription.contains(words) == true)
  }

  @Test func `CA-06: an appended caption fails the writer with the reason`() async throws {
    let writer = try writer()
    let input = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    let adaptor = AVAssetWriterInputCaptionAdaptor(assetWriterInput: input)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    #expect(!adaptor.append(AVCaption("Hello", timeRange: range)))
    expectRefusal(writer.error, "captions")
    #expect(!adaptor.append(AVCaptionGroup(timeRange: range)))
    #expect(writer.status == .failed)
    await writer.finishWriting()
    #expect(folder.names.isEmpty)
  }

  @Test func `TP-02: a group of tagged pixel buffers fails the writer with the reason, and there is no pool for them`()
    throws
  {
    let writer = try writer()
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let adaptor = AVAssetWriterInputTaggedPixelBufferGroupAdaptor(assetWriterInput: input)
    #expect(adaptor.pixelBufferPool == nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let buffer = CMTaggedBuffer(
      tags: [.videoLayerID(0)], pixelBuffer: ComputedMedia.picture(width: 64, height: 48))
    #expect(!adaptor.appendTaggedBuffers([buffer], withPresentationTime: .zero))
    expectRefusal(writer.error, "tagged pixel buffers")
    #expect(!adaptor.appendTaggedPixelBufferGroup(__CMTaggedBufferGroup([buffer]), withPresentationTime: .zero))
    #expect(adaptor.pixelBufferPool == nil)
  }

  @Test func `their receivers throw the reason, and the writer goes on without them`() async throws {
    let writer = try writer()
    let captions = writer.inputCaptionReceiver(for: AVAssetWriterInput(mediaType: .text, outputSettings: nil))
    let layers = writer.inputTaggedPixelBufferGroupReceiver(
      for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()), pixelBufferAttributes: nil)
    let audio = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    let thrown = [
      await #expect(throws: AVError.self) { try await captions.append(AVCaption("Hello", timeRange: range)) },
      #expect(throws: AVError.self) { try captions.appendImmediately(AVCaptionGroup(timeRange: range)) },
      await #expect(throws: AVError.self) { try await layers.append([], with: .zero) },
      #expect(throws: AVError.self) { try layers.appendImmediately([], with: .zero) },
    ]
    for error in thrown { #expect(error?.code == .encoderNotFound) }
    captions.finish()
    layers.finish()
    try await audio.append(
      CMReadySampleBuffer(unsafeBuffer: ComputedMedia.audioSample(start: 0, count: 48_000)))
    await writer.finishWriting()
    #expect(writer.status == .completed)
  }
}
