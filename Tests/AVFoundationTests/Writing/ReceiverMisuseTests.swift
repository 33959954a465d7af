import AVFoundation
import TestSupport
import Testing

/// What receivers, and the adaptors of media that is not written, forbid.
enum ReceiverMisuse: String, Misuse {
  case addedTwice = "WI-90 a receiver of an input that belongs to a writer"
  case appendBeforeStart = "WI-90 an append before start()"
  case pixelBuffersAsAudio = "WI-90 a pixel buffer receiver of an audio input"
  case noPool = "WI-90 a pool of buffers without a size"
  case otherMediaType = "WI-61 a picture for an audio receiver"
  case timeNotNumeric = "PB-07 a picture at no time"
  case captionsAsVideo = "CA-01 a caption adaptor of a video input"
  case layersAsAudio = "TP-01 a tagged pixel buffer group adaptor of an audio input"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .addedTwice: (.invalidArgument, ["belongs to a writer"])
    case .appendBeforeStart: (.internalInconsistency, ["appendImmediately", "startWriting()"])
    case .pixelBuffersAsAudio: (.invalidArgument, ["video input"])
    case .noPool: (.invalidArgument, ["pool"])
    case .otherMediaType: (.invalidArgument, ["another media type than soun"])
    case .timeNotNumeric: (.invalidArgument, ["numeric"])
    case .captionsAsVideo: (.invalidArgument, ["caption adaptor", "text or clcp"])
    case .layersAsAudio: (.invalidArgument, ["tagged pixel buffer group adaptor", "vide"])
    }
  }

  func commit(in folder: URL) throws {
    let writer = try AVAssetWriter(outputURL: folder.appendingPathComponent("out.mov"), fileType: .mov)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    let picture = try CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(
      unsafeBuffer: ComputedMedia.videoSample(0))
    switch self {
    case .addedTwice:
      _ = writer.inputReceiver(for: video)
      _ = writer.inputReceiver(for: video)
    case .appendBeforeStart: _ = try writer.inputReceiver(for: video).appendImmediately(picture)
    case .pixelBuffersAsAudio: _ = writer.inputPixelBufferReceiver(for: audio, pixelBufferAttributes: nil)
    case .noPool:
      let attributes = CVPixelBufferCreationAttributes(
        pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_32BGRA), size: .zero)
      _ = writer.inputPixelBufferReceiver(for: video, pixelBufferAttributes: attributes)
    case .otherMediaType:
      let receiver = writer.inputReceiver(for: audio)
      try writer.start()
      _ = try receiver.appendImmediately(picture)
    case .timeNotNumeric:
      let receiver = writer.inputPixelBufferReceiver(for: video, pixelBufferAttributes: nil)
      try writer.start()
      let buffer = CVReadOnlyPixelBuffer(unsafeBuffer: ComputedMedia.picture(width: 64, height: 48))
      _ = try receiver.appendImmediately(buffer, with: .indefinite)
    case .captionsAsVideo: _ = AVAssetWriterInputCaptionAdaptor(assetWriterInput: video)
    case .layersAsAudio: _ = AVAssetWriterInputTaggedPixelBufferGroupAdaptor(assetWriterInput: audio)
    }
  }
}

@Suite("Misuse of a receiver")
struct ReceiverMisuseTests {
  @Test(arguments: ReceiverMisuse.allCases)
  func `stops the process`(_ misuse: ReceiverMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as ReceiverMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
