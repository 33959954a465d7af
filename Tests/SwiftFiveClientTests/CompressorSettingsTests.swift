import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Clients: settings with VideoToolbox's constants")
struct CompressorSettingsTests {
  @Test func `a writer takes them, and writes pictures that are not reordered`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mp4")
    let type = try #require(CompressorSettings.type(of: url))
    #expect(type == .mp4 && CompressorSettings.type(of: folder.file("out.txt")) == nil)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let settings = CompressorSettings.video(width: 64, height: 48)
    #expect(writer.canApply(outputSettings: settings, forMediaType: .video))
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
    let picture = try #require(buffer)
    for index in 0..<10 {
      // Whether it is ready can only be looked at.
      while !input.isReadyForMoreMediaData { try await Task.sleep(nanoseconds: 1_000_000) }
      #expect(adaptor.append(picture, withPresentationTime: CMTime(value: CMTimeValue(index), timescale: 25)))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let stream = try #require(try Probe.read(url.path).streams.first)
    #expect(stream.codec_name == "h264" && stream.has_b_frames == 0)
  }
}
