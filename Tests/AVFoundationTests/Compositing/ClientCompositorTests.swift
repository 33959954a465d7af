import AVFoundation
import MediaSupport
import Synchronization
import TestSupport
import Testing

/// Compositors of clients, which note what they are asked for. Compositions name a class, so that what one object does
/// follows from its class.
private class Compositor: NSObject, AVVideoCompositing, @unchecked Sendable {
  // Sendable: the notes are behind a lock.
  struct Notes {
    var contexts: [CGSize] = []
    var times: [CMTime] = []
    var requests: [AVAsynchronousVideoCompositionRequest] = []
    var formats: Set<OSType> = []
    var cancellations = 0
    var hints = 0
  }

  let notes = Mutex(Notes())

  required override init() { super.init() }

  var sourcePixelBufferAttributes: [String: any Sendable]? {
    [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]]
  }

  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    notes.withLock { $0.contexts.append(newRenderContext.size) }
  }

  func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) { notes.withLock { $0.hints += 1 } }

  func cancelAllPendingVideoCompositionRequests() { notes.withLock { $0.cancellations += 1 } }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    notes.withLock { notes in
      notes.times.append(request.compositionTime)
      for id in request.sourceTrackIDs {
        if let buffer = request.sourceFrame(byTrackID: id.int32Value) {
          notes.formats.insert(CVPixelBufferGetPixelFormatType(buffer))
        }
      }
    }
    answer(request)
  }

  /// Fills the picture with a colour that tells the number of sources.
  func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let buffer = request.renderContext.newPixelBuffer() else { return request.finish(with: AVError(.unknown)) }
    CVPixelBufferLockBaseAddress(buffer, [])
    memset(
      CVPixelBufferGetBaseAddress(buffer)!, Int32(40 * request.sourceTrackIDs.count),
      CVPixelBufferGetDataSize(buffer))
    CVPixelBufferUnlockBaseAddress(buffer, [])
    request.finish(withComposedVideoFrame: buffer)
  }
}

/// Answers twice, from another thread.
private final class LateCompositor: Compositor, @unchecked Sendable {
  override func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    DispatchQueue.global().async {
      super.answer(request)
      request.finish(with: AVError(.unknown))
    }
  }
}

private final class FailingCompositor: Compositor, @unchecked Sendable {
  struct Fault: Error {}

  override func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    guard request.compositionTime < CMTime(value: 8, timescale: 100) else { return request.finish(with: Fault()) }
    super.answer(request)
  }
}

/// Gives up what nobody cancelled.
private final class GivingUpCompositor: Compositor, @unchecked Sendable {
  override func answer(_ request: AVAsynchronousVideoCompositionRequest) { request.finishCancelledRequest() }
}

/// Never answers, and keeps the requests.
private final class SilentCompositor: Compositor, @unchecked Sendable {
  static let started = DispatchSemaphore(value: 0)

  override func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    notes.withLock { $0.requests.append(request) }
    Self.started.signal()
  }
}

/// Never answers, and keeps the requests without a word.
private final class MuteCompositor: Compositor, @unchecked Sendable {
  override func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    notes.withLock { $0.requests.append(request) }
  }
}

/// Does not even come back.
private final class BlockedCompositor: Compositor, @unchecked Sendable {
  static let started = DispatchSemaphore(value: 0)
  static let released = DispatchSemaphore(value: 0)

  override func answer(_ request: AVAsynchronousVideoCompositionRequest) {
    Self.started.signal()
    Self.released.wait()
  }
}

/// Takes pictures as they are decoded, and gives the first one in another size.
private final class PassingCompositor: NSObject, AVVideoCompositing {
  var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { [:] }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let buffer = request.sourceReadOnlyPixelBuffer(byTrackID: id)
    else { return request.finish(with: AVError(.unknown)) }
    request.finish(withComposedPixelBuffer: buffer)
  }
}

@Suite("Clients' compositors")
struct ClientCompositorTests {
  private let sources: ComposedSources
  private let asset: AVMutableComposition

  init() throws {
    sources = try ComposedSources.shared.get()
    asset = try sources.composition([0, 20])
  }

  private func composition(
    _ compositor: any AVVideoCompositing.Type, _ instructions: [any AVVideoCompositionInstructionProtocol],
    size: CGSize = CGSize(width: 64, height: 48)
  ) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition()
    composition.customVideoCompositorClass = compositor
    (composition.renderSize, composition.frameDuration) = (size, CMTime(value: 1, timescale: 25))
    composition.instructions = instructions
    return composition
  }

  private func output(_ composition: AVVideoComposition) -> AVAssetReaderVideoCompositionOutput {
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
    output.videoComposition = composition
    return output
  }

  @Test func `VC-60, VC-63: one compositor is asked for each picture, with pictures in its format`() throws {
    let whole = PlainInstruction(ComposedSources.range(0, 60))
    let output = output(composition(Compositor.self, [whole]))
    let compositor = try #require(output.customVideoCompositor as? Compositor)
    let read = try RangeReading(asset, output, isRandomAccess: false).rest()
    #expect(read.count == 15)
    let notes = compositor.notes.withLock { $0 }
    #expect(notes.contexts == [CGSize(width: 64, height: 48)] && notes.hints == 1 && notes.cancellations == 0)
    #expect(notes.times == read.map(\.presentationTimeStamp))
    #expect(notes.formats == [kCVPixelFormatType_32BGRA])
    let values = try read.map { sample in
      let buffer = try #require(sample.imageBuffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return try #require(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt8.self)
    }
    #expect(values == [40, 40, 40, 40, 40, 80, 80, 80, 80, 80, 40, 40, 40, 40, 40])
  }

  @Test func `VC-61: pictures of a track that is passed on are not composed`() throws {
    let id = asset.tracks[0].trackID
    let instructions = [
      PlainInstruction(ComposedSources.range(0, 20), passing: id), PlainInstruction(ComposedSources.range(20, 60)),
    ]
    let output = output(composition(Compositor.self, instructions))
    output.alwaysCopiesSampleData = false
    let read = try RangeReading(asset, output, isRandomAccess: false).rest()
    for index in 0..<5 {
      #expect(try ModelPicture(#require(read[index].imageBuffer)) == sources.pictures[0][index])
    }
    let compositor = try #require(output.customVideoCompositor as? Compositor)
    #expect(compositor.notes.withLock { $0.times.count } == 10)
    // In another size it is scaled.
    let small = composition(Compositor.self, [instructions[0]], size: CGSize(width: 32, height: 24))
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = ComposedSources.range(0, 20)
    let scaled = self.output(small)
    reader.add(scaled)
    let buffer = try #require(try RangeReading(started: reader, scaled).rest().first?.imageBuffer)
    #expect(CVPixelBufferGetWidth(buffer) == 32 && CVPixelBufferGetHeight(buffer) == 24)
  }

  /// A movie of pictures of 64 by 48 pixels, of which 60 by 40 are to be shown, twice as wide as their pixels.
  private static func writeShaped(to url: URL) throws {
    let aperture = [
      AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
      AVVideoCleanApertureHorizontalOffsetKey: -2, AVVideoCleanApertureVerticalOffsetKey: 0,
    ]
    let shape = [AVVideoPixelAspectRatioHorizontalSpacingKey: 2, AVVideoPixelAspectRatioVerticalSpacingKey: 1]
    try WrittenFile.video(
      url, settings: Settings.video([AVVideoCleanApertureKey: aperture, AVVideoPixelAspectRatioKey: shape]), count: 4)
  }

  @Test(arguments: [(60, 40), (64, 48)])
  func `VC-07, VC-61: of a picture that is passed on the clean aperture fills the composed one`(
    width: Int, height: Int
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("in.mov")
    try Self.writeShaped(to: url)
    let (asset, track) = try ReadMedia.track(url, .video)
    let instructions = [
      PlainInstruction(ComposedSources.range(0, 8), passing: track.trackID),
      PlainInstruction(ComposedSources.range(8, 16)),
    ]
    let size = CGSize(width: width, height: height)
    for compositor in [Compositor.self, PassingCompositor.self] as [any AVVideoCompositing.Type] {
      let read = try ComposedReading.samples(asset, composition(compositor, instructions, size: size))
      #expect(read.count == 4)
      for sample in read {
        let buffer = try #require(sample.imageBuffer)
        #expect(CVPixelBufferGetWidth(buffer) == width && CVPixelBufferGetHeight(buffer) == height)
        #expect(!CVBufferHasAttachment(buffer, kCVImageBufferCleanApertureKey))
        #expect(!CVBufferHasAttachment(buffer, kCVImageBufferPixelAspectRatioKey))
      }
      guard width == 60 else { continue }
      var decoded: [ModelPicture] = []
      try ReadMedia.forEachSample(of: url, .video, settings: [:]) { decoded.append(ModelPicture($0.imageBuffer!)) }
      var model = ModelPicture(width: 60, height: 40, filled: [16, 128, 128])
      _ = model.draw([
        .init(
          picture: decoded[1], transform: CGAffineTransform(translationX: 0, y: -4),
          crop: CGRect(x: 0, y: 4, width: 60, height: 40))
      ])
      #expect(try ModelPicture(#require(read[1].imageBuffer)) == model)
    }
  }

  @Test func `VC-62: without tweening the same sources are composed once`() throws {
    let id = asset.tracks[0].trackID
    func times(_ containsTweening: Bool) throws -> [Int] {
      let instruction = PlainInstruction(
        ComposedSources.range(0, 60), containsTweening: containsTweening, tracks: [id])
      let made = composition(Compositor.self, [instruction])
      made.frameDuration = ComposedSources.time(2)
      let output = output(made)
      output.alwaysCopiesSampleData = false
      #expect(try RangeReading(asset, output, isRandomAccess: false).rest().count == 30)
      let compositor = try #require(output.customVideoCompositor as? Compositor)
      return compositor.notes.withLock { $0.times.map { Int(($0.seconds * 100).rounded()) } }
    }
    #expect(try times(false) == [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40])
    #expect(try times(true).count == 30)
  }

  @Test func `VC-65: the first answer counts, from any thread`() throws {
    let output = output(composition(LateCompositor.self, [PlainInstruction(ComposedSources.range(0, 60))]))
    #expect(try RangeReading(asset, output, isRandomAccess: false).rest().count == 15)
  }

  @Test func `VC-65: a picture of another size is scaled`() throws {
    let made = composition(
      PassingCompositor.self, [PlainInstruction(ComposedSources.range(0, 60))], size: CGSize(width: 32, height: 24))
    let read = try RangeReading(asset, output(made), isRandomAccess: false).rest()
    #expect(read.count == 15)
    #expect(read.allSatisfy { $0.imageBuffer.map(CVPixelBufferGetWidth) == 32 })
  }

  @Test func `VC-65: what fails fails the reader, with the client's error beneath`() throws {
    func reader(_ compositor: any AVVideoCompositing.Type) throws -> (AVAssetReader, count: Int) {
      let reading = try RangeReading(
        asset, output(composition(compositor, [PlainInstruction(ComposedSources.range(0, 60))])), isRandomAccess: false)
      var count = 0
      while reading.output.copyNextSampleBuffer() != nil { count += 1 }
      return (reading.reader, count)
    }
    let (failed, count) = try reader(FailingCompositor.self)
    let error = try #require(failed.error as? AVError)
    #expect(failed.status == .failed && count == 2 && error.code == .videoCompositorFailed)
    #expect(error.userInfo[NSUnderlyingErrorKey] is FailingCompositor.Fault)
    #expect((error.userInfo[AVErrorTimeKey] as? NSValue)?.timeValue == ComposedSources.time(8))
    #expect(try (reader(GivingUpCompositor.self).0.error as? AVError)?.code == .videoCompositorFailed)
  }

  /// Waits for a compositor to be asked, cancels, and returns what the reader gave.
  private func cancel(
    _ compositor: any AVVideoCompositing.Type, _ started: DispatchSemaphore
  ) async throws -> (AVAssetReader, AVAssetReaderVideoCompositionOutput) {
    let output = output(composition(compositor, [PlainInstruction(ComposedSources.range(0, 60))]))
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(reader.startReading())
    DispatchQueue.global().async {
      started.wait()
      reader.cancelReading()
    }
    let hasSample = try await bounded { output.copyNextSampleBuffer() != nil }
    #expect(!hasSample && reader.status == .cancelled)
    return (reader, output)
  }

  @Test func `VC-66: one that never answers holds nobody up, and its request loses its pictures`() async throws {
    let (_, output) = try await cancel(SilentCompositor.self, SilentCompositor.started)
    let compositor = try #require(output.customVideoCompositor as? SilentCompositor)
    let request = try #require(compositor.notes.withLock { $0.requests.first })
    #expect(request.sourceTrackIDs.isEmpty && request.sourceFrame(byTrackID: asset.tracks[0].trackID) == nil)
    // An answer that nobody waits for has no effect.
    request.finishCancelledRequest()
    try await bounded { while compositor.notes.withLock({ $0.cancellations }) == 0 { sched_yield() } }
  }

  @Test(.timeLimit(.minutes(10)))
  func `GI-45: tasks that are cancelled do not wait for images of one that never answers`() async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition(MuteCompositor.self, [PlainInstruction(ComposedSources.range(0, 60))])
    let compositor = try #require(generator.customVideoCompositor as? MuteCompositor)
    let image = Task { try await generator.image(at: .zero).actualTime }
    let sequence = Task {
      var count = 0
      for await _ in generator.images(for: [.zero]) { count += 1 }
      return count
    }
    try await bounded { while compositor.notes.withLock({ $0.requests.isEmpty }) { sched_yield() } }
    image.cancel()
    sequence.cancel()
    await #expect { try await image.value } throws: { ($0 as? AVError)?.code == .operationCancelled }
    #expect(await sequence.value == 0)
    generator.cancelAllCGImageGeneration()
  }

  @Test func `VC-66: one that does not come back holds nobody up`() async throws {
    _ = try await cancel(BlockedCompositor.self, BlockedCompositor.started)
    BlockedCompositor.released.signal()
  }

  @Test func `VC-64: a compositor gets other data of the time`() throws {
    let file = AVURLAsset(url: MediaFiles.fixture("h264-pcm.mov"))
    let sound = try #require(file.tracks(withMediaType: .audio).first)
    let made = AVMutableVideoComposition(propertiesOf: file)
    made.customVideoCompositorClass = DataCompositor.self
    made.sourceSampleDataTrackIDs = [sound.trackID]
    let whole = try #require(made.instructions.first as? AVVideoCompositionInstruction)
    let instruction = try #require(whole.mutableCopy() as? AVMutableVideoCompositionInstruction)
    instruction.requiredSourceSampleDataTrackIDs = [NSNumber(value: sound.trackID)]
    made.instructions = [instruction]
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: file.tracks(withMediaType: .video), videoSettings: nil)
    output.videoComposition = made
    let read = try RangeReading(file, output, isRandomAccess: false).rest()
    #expect(!read.isEmpty)
  }

  @Test func `reading composed pictures leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      func read(_ compositor: (any AVVideoCompositing.Type)?, stops: Bool) throws {
        let sources = try ComposedSources()
        let asset = try sources.composition([0, 20])
        let composition = AVMutableVideoComposition(asset.tracks, until: 60)
        composition.customVideoCompositorClass = compositor
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
        output.videoComposition = composition
        reader.add(output)
        _ = reader.startReading()
        var count = 0
        while !stops || count < 3, output.copyNextSampleBuffer() != nil { count += 1 }
        if stops { reader.cancelReading() }
      }
      for compositor in [nil, Compositor.self] as [(any AVVideoCompositing.Type)?] {
        for stops in [false, true] { try read(compositor, stops: stops) }
      }
      #expect(Self.leftOwners() == 0)
    }
  }

  /// The owners that are left when threads that end by themselves have ended.
  private static func leftOwners() -> Int {
    // Another thread's end is nothing to wait for in other ways.
    for _ in 0..<10_000 where LiveObjects.current != 0 { Thread.sleep(forTimeInterval: 0.001) }
    return LiveObjects.current
  }
}

/// Needs a sample of the other track at each time of a picture.
private final class DataCompositor: NSObject, AVVideoCompositing {
  var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { [:] }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    let time = request.compositionTime
    guard let id = request.sourceSampleDataTrackIDs.first, let data = request.sourceSampleBuffer(byTrackID: id),
      data.presentationTimeStamp <= time, time < data.presentationTimeStamp + data.duration,
      let picture = request.sourceTrackIDs.first.flatMap({ request.sourceFrame(byTrackID: $0.int32Value) })
    else { return request.finish(with: AVError(.unknown)) }
    request.finish(withComposedVideoFrame: picture)
  }
}
