import CoreGraphics
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Asks a client's compositor for one picture after the other, and waits for each.
///
/// The client's code runs on a separate queue, so that a caller can stop waiting whatever the client does.
final class ClientComposer: ClientCompositor {
  let sourceRequest: PictureRequest
  private let compositor: any AVVideoCompositing
  private let context: AVVideoCompositionRenderContext
  private let composition: AVVideoComposition
  private let queue = DispatchQueue(label: "avwrite.compositor")
  private let state = Mutex(State())

  private struct State {
    var isBegun = false
    var isCancelled = false
    /// The request that is waited for.
    var request: AVAsynchronousVideoCompositionRequest?
  }

  /// The pixel format of pictures for a compositor that does not ask for one.
  private static let usualFormat = kCVPixelFormatType_32BGRA

  /// - Throws: `MediaError(.unsupportedSettings)` for attributes of pictures that there are not.
  init(_ compositor: any AVVideoCompositing, _ composition: AVVideoComposition) throws {
    (self.compositor, self.composition) = (compositor, composition)
    var sources = try Self.request(compositor.sourcePixelBufferAttributes ?? [:])
    sources.mapsTones = !compositor.supportsHDRSourceFrames
    sourceRequest = sources
    let made = try Self.request(compositor.requiredPixelBufferAttributesForRenderContext)
    let size = composition.pictureComposition.size
    context = AVVideoCompositionRenderContext(
      composition, size: CGSize(width: size.width, height: size.height),
      pixelFormat: made.pixelFormat ?? Self.usualFormat)
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  private static func request(_ attributes: [String: Any]) throws -> PictureRequest {
    do {
      guard case .pictures(let request) = try ReaderOutputSettings.decoding(attributes, for: .video) else {
        return PictureRequest()
      }
      return request
    } catch let problem as SettingsProblem {
      throw MediaError(
        .unsupportedSettings, .processing, "the compositor's pixel buffer attributes: \(problem.reason)")
    }
  }

  func begin(_ range: CMTimeRange) {
    let isFirst = state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun
    }
    queue.async { [compositor, context] in
      if isFirst { compositor.renderContextChanged(context) }
      let hint = AVVideoCompositionRenderHint(range)
      compositor.anticipateRendering(using: hint)
      compositor.prerollForRendering(using: hint)
    }
  }

  func compose(_ sources: CompositionSources) throws -> CVPixelBuffer {
    let request = AVAsynchronousVideoCompositionRequest(
      sources, composition.instructions[sources.instruction], in: context)
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.request = request }
      return !state.isCancelled
    }
    guard isWanted else { throw Self.cancellation }
    queue.async { [compositor] in compositor.startRequest(request) }
    let answer = request.wait()
    state.withLock { $0.request = nil }
    switch answer {
    case .composed(let buffer): return buffer
    case .cancelled: throw Self.cancellation
    case .givenUp: throw MediaError.compositorFailed("gave up a request that nobody cancelled", at: sources.time)
    case .failed(let cause): throw MediaError.compositorFailed("made no picture: \(cause)", at: sources.time, cause)
    }
  }

  func cancel() {
    let request = state.withLock { state in
      state.isCancelled = true
      return state.request
    }
    guard let request else { return }
    request.cancel()
    // The queue may be busy with the client's code that is to be told.
    DispatchQueue.global().async { [compositor] in compositor.cancelAllPendingVideoCompositionRequests() }
  }

  private static let cancellation = MediaError(.cancelled, .processing, "composing was cancelled")
}
