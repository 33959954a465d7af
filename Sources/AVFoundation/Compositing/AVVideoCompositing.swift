public import CoreMedia
public import Foundation

/// A client's own compositor: an object that composes pictures in its own way and time (VC-60).
///
/// Readers, players, exports and image generators make one object of the class each. Its methods are called one after
/// the other on a queue of the library's own, but for `cancelAllPendingVideoCompositionRequests()`, which may be called
/// at any time.
///
/// Unlike Apple's, the protocol asks for `init()`: without Objective-C nothing else makes an object of a class. A final
/// class has it from `NSObject`; one that is not final declares `required override init()`.
public protocol AVVideoCompositing: NSObjectProtocol, Sendable {
  /// Makes a compositor.
  init()

  /// The form of the source pictures that the compositor takes: pixel formats under
  /// `kCVPixelBufferPixelFormatTypeKey`. It is `nil` for pictures as they are decoded.
  @preconcurrency var sourcePixelBufferAttributes: [String: any Sendable]? { get }

  /// The form of the pictures that `AVVideoCompositionRenderContext.newPixelBuffer()` makes.
  @preconcurrency var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }

  /// Pictures will be composed in another context from now on. It is called before the first request.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

  /// Begins to compose a picture, which ends with one of the request's `finish` methods, on any thread.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

  /// Nobody waits for the pictures of earlier requests any more. It need not be implemented.
  func cancelAllPendingVideoCompositionRequests()

  /// Pictures of a time range will be asked for. It need not be implemented.
  func anticipateRendering(using renderHint: AVVideoCompositionRenderHint)

  /// Pictures of a time range will be asked for very soon. It need not be implemented.
  func prerollForRendering(using renderHint: AVVideoCompositionRenderHint)

  /// A Boolean value that says whether the compositor accepts pictures with other primaries than BT.709's. It has no
  /// effect here: pictures keep their own colours, and state which. Implementing it is optional.
  var supportsWideColorSourceFrames: Bool { get }

  /// A Boolean value that says whether the compositor accepts pictures of high dynamic range. If it does not, they are
  /// mapped to BT.709 (VC-63). Implementing it is optional; the default is `false`.
  var supportsHDRSourceFrames: Bool { get }

  /// A Boolean value that says whether the compositor conforms colours itself. It has no effect here: it always does.
  /// It need not be implemented.
  var canConformColorOfSourceFrames: Bool { get }

  /// A Boolean value that says whether the compositor accepts several buffers of one picture. There are no such
  /// pictures here. Implementing it is optional.
  var supportsSourceTaggedBuffers: Bool { get }
}

extension AVVideoCompositing {
  /// Does nothing.
  public func cancelAllPendingVideoCompositionRequests() {}
  /// Does nothing.
  public func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {}
  /// Does nothing.
  public func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {}
  /// `false`.
  public var supportsWideColorSourceFrames: Bool { false }
  /// `false`.
  public var supportsHDRSourceFrames: Bool { false }
  /// `false`.
  public var canConformColorOfSourceFrames: Bool { false }
  /// `false`.
  public var supportsSourceTaggedBuffers: Bool { false }
}

/// The stretch of time whose pictures will be asked of a compositor.
public final class AVVideoCompositionRenderHint: NSObject, Sendable {
  /// The time of the first picture.
  public let startCompositionTime: CMTime
  /// The end of the stretch. It is infinite where that is not known.
  public let endCompositionTime: CMTime

  init(_ range: CMTimeRange) { (startCompositionTime, endCompositionTime) = (range.start, range.end) }
}
