import AVFoundation
import TestSupport
import Testing

/// Inputs whose clients await each append.
@Suite("Receivers")
struct ReceiverTests {
  private typealias Receiver = AVAssetWriterInput.SampleBufferReceiver

  private let folder: TemporaryFolder
  private var url: URL { folder.file("out.mov") }

  init() throws { folder = try TemporaryFolder() }

  private func writer() throws -> AVAssetWriter { try AVAssetWriter(outputURL: url, fileType: .mov) }

  private static func ready(_ sample: CMSampleBuffer) -> CMReadySampleBuffer<CMSampleBuffer.DynamicContent> {
    CMReadySampleBuffer(unsafeBuffer: sample)
  }

  private static func picture(_ index: Int) throws -> CMReadySampleBuffer<CMSampleBuffer.DynamicContent> {
    try ready(ComputedMedia.videoSample(index))
  }

  /// One second of sound.
  private static func sound(_ second: Int) throws -> CMReadySampleBuffer<CMSampleBuffer.DynamicContent> {
    try ready(ComputedMedia.audioSample(start: second * 48_000, count: 48_000))
  }

  private func videoAndAudio(_ writer: AVAssetWriter) throws -> (video: Receiver, audio: Receiver) {
    let video = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    let audio = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    return (video, audio)
  }

  private func expectComplete(_ writer: AVAssetWriter, pictures: Int, seconds: Int) throws {
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try ReadMedia.pictureTimes(url) == (0..<pictures).map { CMTime(value: CMTimeValue($0), timescale: 25) })
    #expect(try ReadMedia.sound(url).count == seconds * 48_000)
  }

  @Test func `WI-90, WI-91, WI-93: two tasks await their appends, each input in its own`() async throws {
    let writer = try writer()
    let (video, audio) = try videoAndAudio(writer)
    async let pictures: Void = {
      for index in 0..<100 { try await video.append(Self.picture(index)) }
      video.finish()
    }()
    async let sounds: Void = {
      for second in 0..<4 { try await audio.append(Self.sound(second)) }
      audio.finish()
    }()
    _ = try await (pictures, sounds)
    await writer.finishWriting()
    try expectComplete(writer, pictures: 100, seconds: 4)
  }

  @Test
  func `one task alternates between receivers while the sound runs ahead without bound: no deadlock`() async throws {
    let writer = try writer()
    let (video, audio) = try videoAndAudio(writer)
    for index in 0..<20 {
      try await video.append(Self.picture(index))
      try await audio.append(Self.sound(index))
    }
    await writer.finishWriting()
    try expectComplete(writer, pictures: 20, seconds: 20)
  }

  @Test func `one task awaits all of the sound, then all of the pictures: no deadlock`() async throws {
    let writer = try writer()
    let (video, audio) = try videoAndAudio(writer)
    for second in 0..<10 { try await audio.append(Self.sound(second)) }
    audio.finish()
    for index in 0..<30 { try await video.append(Self.picture(index)) }
    video.finish()
    await writer.finishWriting()
    try expectComplete(writer, pictures: 30, seconds: 10)
  }

  @Test func `WI-90: pictures from the receiver's own pool`() async throws {
    let writer = try writer()
    let attributes = CVPixelBufferCreationAttributes(
      pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_32BGRA),
      size: CVImageSize(width: 64, height: 48))
    let receiver = writer.inputPixelBufferReceiver(
      for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()), pixelBufferAttributes: attributes)
    #expect(receiver.sourcePixelBufferAttributes == attributes)
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    let pool = try #require(receiver.pixelBufferPool)
    for index in 0..<10 {
      let picture = try pool.makeMutablePixelBuffer()
      picture.accessUnsafeMutableRawPlaneBytes { planes in
        for plane in planes { plane.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index * 20)) }
      }
      try await receiver.append(CVReadOnlyPixelBuffer(picture), with: CMTime(value: CMTimeValue(index), timescale: 25))
    }
    receiver.finish()
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(try ReadMedia.pictureTimes(url).count == 10)
  }

  @Test func `WI-92: what is appended immediately is refused when the input is not ready`() async throws {
    let writer = try writer()
    let receiver = writer.inputReceiver(
      for: AVAssetWriterInput(
        mediaType: .video, outputSettings: Settings.video(compression: [AVVideoEncoderSpeedKey: "placebo"])))
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    var accepted = 0
    // Many times faster than this encoder.
    for index in 0..<200 where try receiver.appendImmediately(Self.picture(index)) { accepted += 1 }
    #expect(accepted > 0 && accepted < 200)
    await writer.finishWriting()
    #expect(try ReadMedia.pictureTimes(url).count == accepted)
  }

  @Test func `WI-91, WI-93: an append throws without a session, after finish, and after cancellation`() async throws {
    let writer = try writer()
    let (video, audio) = try {
      let video = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
      let audio = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
      try writer.start()
      return (video, audio)
    }()
    await expect(.operationNotAllowed) { try await video.append(Self.picture(0)) }
    writer.startSession(atSourceTime: .zero)
    try await video.append(Self.picture(0))
    video.finish()
    video.finish()
    await expect(.operationNotAllowed) { try await video.append(Self.picture(1)) }
    writer.cancelWriting()
    await expect(.operationCancelled) { try await audio.append(Self.sound(0)) }
    await expect(.operationCancelled) { _ = try audio.appendImmediately(Self.sound(0)) }
  }

  @Test func `AW-04: start throws where the file exists, and so does every append after it`() async throws {
    try Data().write(to: url)
    let writer = try writer()
    let receiver = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
    await expect(.fileAlreadyExists) { try writer.start() }
    await expect(.fileAlreadyExists) { try await receiver.append(Self.sound(0)) }
    #expect(writer.status == .failed)
  }

  @Test func `WI-91: an append that the encoder makes fail throws the writer's error in the end`() async throws {
    let writer = try writer()
    let receiver = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    // Two pictures at one time; the encoder notices later.
    await expect(.encodeFailed) {
      for _ in 0..<1000 { try await receiver.append(Self.picture(0)) }
    }
    #expect(writer.status == .failed)
  }

  /// A writer whose audio receiver is held for as long as the video input's block runs.
  private struct Held {
    let writer: AVAssetWriter
    let receiver: AVAssetWriterInput.SampleBufferReceiver
    let release = DispatchSemaphore(value: 0)

    init(_ writer: AVAssetWriter) async throws {
      self.writer = writer
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      writer.add(video)
      receiver = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
      try writer.start()
      writer.startSession(atSourceTime: .zero)
      let release = release
      await withCheckedContinuation { started in
        video.requestMediaDataWhenReady(on: DispatchQueue(label: "feed")) {
          started.resume()
          release.wait()
          video.markAsFinished()
        }
      }
      // One second ahead of the first picture.
      try await receiver.append(ReceiverTests.sound(0))
    }
  }

  @Test func `a task that is cancelled while its append waits: CancellationError, and the sample is not in the file`()
    async throws
  {
    let held = try await Held(writer())
    let append = Task { try await held.receiver.append(Self.sound(1)) }
    // Wherever it is by now, it cannot have been accepted.
    append.cancel()
    await #expect(throws: CancellationError.self) { try await append.value }
    held.release.signal()
    await held.writer.finishWriting()
    #expect(held.writer.status == .completed)
    #expect(try ReadMedia.sound(url).count == 48_000)
  }

  @Test func `WI-91: an append that waits goes on when the other input finishes, and throws when writing is cancelled`()
    async throws
  {
    let held = try await Held(writer())
    let append = Task { try await held.receiver.append(Self.sound(1)) }
    held.release.signal()
    try await append.value
    await held.writer.finishWriting()
    #expect(try ReadMedia.sound(url).count == 2 * 48_000)

    let other = try await Held(AVAssetWriter(outputURL: folder.file("other.mov"), fileType: .mov))
    let cancelled = Task { try await other.receiver.append(Self.sound(1)) }
    other.writer.cancelWriting()
    await expect(.operationCancelled) { try await cancelled.value }
    other.release.signal()
  }

  /// Expects an `AVError` of this code.
  private func expect(
    _ code: AVError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async {
    let error = await #expect(throws: AVError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
  }
}
