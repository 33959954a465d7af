public import CoreMedia
public import CoreVideo
import Dispatch
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// The request for one composed picture. It is answered by the first of its `finish` methods that is called, on any
/// thread (VC-65).
///
/// A request that nobody waits for any more has no source pictures, and answers have no effect.
public final class AVAsynchronousVideoCompositionRequest: NSObject, @unchecked Sendable {
  // Sendable: constants, and state that a lock protects.

  /// The answer to a request.
  enum Answer: @unchecked Sendable {
    // Sendable: a compositor does not change a picture that it has given.
    case composed(CVPixelBuffer)
    case failed(any Error)
    /// The compositor gave the request up.
    case givenUp
    /// Nobody waits for the answer any more.
    case cancelled
  }

  private struct State: Sendable {
    var sources: CompositionSources?
    var answer: Answer?
  }

  /// The context in which the picture is made.
  public let renderContext: AVVideoCompositionRenderContext
  /// The time of the picture.
  public let compositionTime: CMTime
  // Unsafe, as clients' instructions need not be Sendable: one reader at a time passes them to one compositor.
  nonisolated(unsafe) private let instruction: any AVVideoCompositionInstructionProtocol
  private let state: Mutex<State>
  private let answered = DispatchSemaphore(value: 0)

  init(
    _ sources: CompositionSources, _ instruction: any AVVideoCompositionInstructionProtocol,
    in context: AVVideoCompositionRenderContext
  ) {
    (renderContext, compositionTime, self.instruction) = (context, sources.time, instruction)
    state = Mutex(State(sources: sources))
    super.init()
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  /// The instruction that holds at the time.
  public var videoCompositionInstruction: any AVVideoCompositionInstructionProtocol { instruction }

  /// The tracks that show a picture at the time, in ascending order.
  public var sourceTrackIDs: [NSNumber] {
    (sources?.pictures.keys.sorted() ?? []).map { NSNumber(value: $0) }
  }

  /// The tracks that have other data at the time, in ascending order.
  public var sourceSampleDataTrackIDs: [CMPersistentTrackID] { sources?.data.keys.sorted() ?? [] }

  /// Returns the picture that a track shows at the time, which must not be changed. It is `nil` where it shows none.
  public func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? {
    sources?.pictures[trackID]?.imageBuffer
  }

  /// Returns the picture that a track shows at the time. It is `nil` where it shows none.
  public func sourceReadOnlyPixelBuffer(byTrackID trackID: CMPersistentTrackID) -> CVReadOnlyPixelBuffer? {
    sourceFrame(byTrackID: trackID).map { CVReadOnlyPixelBuffer(unsafeBuffer: $0) }
  }

  /// Returns the sample of a track of pictures or other data at the time, or `nil` if it has none.
  public func sourceSampleBuffer(byTrackID trackID: CMPersistentTrackID) -> CMSampleBuffer? {
    sources.flatMap { $0.data[trackID] ?? $0.pictures[trackID] }
  }

  /// Returns the sample of a track of pictures or other data at the time, or `nil` if it has none.
  public func sourceReadySampleBuffer(
    byTrackID trackID: CMPersistentTrackID
  ) -> CMReadySampleBuffer<CMSampleBuffer.DynamicContent>? {
    sourceSampleBuffer(byTrackID: trackID).map { CMReadySampleBuffer(unsafeBuffer: $0) }
  }

  /// Returns the metadata that a track has at the time. It is `nil` where it has none.
  public func sourceTimedMetadata(byTrackID trackID: CMPersistentTrackID) -> AVTimedMetadataGroup? {
    sources?.data[trackID].flatMap { AVTimedMetadataGroup(sampleBuffer: $0) }
  }

  /// Returns `nil`: pictures have one buffer each.
  public func sourceTaggedDynamicBuffers(byTrackID trackID: CMPersistentTrackID) -> [CMTaggedDynamicBuffer]? { nil }

  /// Attaches an arrangement of two eyes' views to a picture. Throws nothing.
  public func attach(
    _ spatialVideoConfiguration: AVSpatialVideoConfiguration, to pixelBuffer: inout CVMutablePixelBuffer
  ) throws {
    let values = spatialVideoConfiguration.attachments
    pixelBuffer.withUnsafeBuffer { buffer in
      for (key, value) in values { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    }
  }

  // MARK: Answers

  /// Answers with a picture, which must not be changed any more.
  public func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
    answer(.composed(composedVideoFrame))
  }

  /// Answers with a picture.
  public func finish(withComposedPixelBuffer readOnlyPixelBuffer: CVReadOnlyPixelBuffer) {
    answer(.composed(readOnlyPixelBuffer.withUnsafeBuffer { $0 }))
  }

  /// Answers with the first picture of several buffers.
  public func finish(withComposedTaggedBuffers taggedBuffers: [CMTaggedDynamicBuffer]) {
    for tagged in taggedBuffers {
      if case .pixelBuffer(let buffer) = tagged.content { return finish(withComposedPixelBuffer: buffer) }
    }
    answer(.failed(MediaError(.invalidOperation, .processing, "none of the tagged buffers is a picture")))
  }

  /// Answers that the picture cannot be made: whoever reads fails with `AVError.videoCompositorFailed`.
  public func finish(with error: any Error) { answer(.failed(error)) }

  /// Answers that the request was given up because nobody waits for it any more.
  public func finishCancelledRequest() { answer(.givenUp) }

  private var sources: CompositionSources? { state.withLock { $0.sources } }

  private func answer(_ answer: Answer) {
    let isFirst = state.withLock { state in
      guard state.answer == nil else { return false }
      (state.answer, state.sources) = (answer, nil)
      return true
    }
    if isFirst { answered.signal() }
  }

  // MARK: The reader's side

  /// Ends the wait for the answer without one.
  func cancel() { answer(.cancelled) }

  /// Waits for the answer.
  func wait() -> Answer {
    answered.wait()
    return state.withLock { $0.answer } ?? .cancelled
  }
}
