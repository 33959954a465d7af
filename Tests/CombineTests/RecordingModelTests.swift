import AVFoundation
import Combine
import TestSupport
import Testing

@Suite("Clients: a model that observes a writer")
struct RecordingModelTests {
  @Test
  @MainActor
  func `readiness, the pool and the end arrive on the main actor`() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
      ])
    writer.add(input)
    let center = NotificationCenter()
    let model = RecordingModel(input: input, adaptor: adaptor, center: center)
    let willChange = Told<String>()
    let cancellable = model.objectWillChange.sink { willChange.append(model.title) }
    model.title = "Take 1"
    // The object is told before the value changes.
    #expect(willChange.values.contains(""))

    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for await isReady in model.$isReady.values where isReady { break }
    for await hasPool in model.$hasPool.values where hasPool { break }
    input.markAsFinished()
    for await isReady in model.$isReady.values where !isReady { break }
    center.post(name: RecordingModel.didFinish, object: input)
    for await finished in model.$finished.values where finished == 1 { break }
    writer.cancelWriting()
    cancellable.cancel()
  }
}
