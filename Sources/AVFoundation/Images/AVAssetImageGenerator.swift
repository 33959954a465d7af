import CoreGraphics
public import CoreMedia
public import Foundation
import Synchronization

/// Makes images of the pictures of an asset at times, for thumbnails and previews.
///
/// The first enabled video track is shown. Requests are answered one after the other on a queue of the generator's own,
/// by decoders that stay open from image to image; the images of one request for several times are made side by side.
/// Each request has the properties as they were when it was made (GI-05). Any thread.
public final class AVAssetImageGenerator: NSObject, Sendable {
  /// The asset whose pictures are shown.
  public let asset: AVAsset

  private struct State {
    var settings = ImageSettings()
    var compositing: VideoCompositing?
    /// The work of all requests since the last cancellation, or since another composition was set.
    var work: ImageWork?
    /// The work of requests before that, as long as some wait for it.
    var former: [Former] = []
  }

  private struct Former {
    weak var work: ImageWork?
  }

  private let state = Mutex(State())

  /// A generator of images of an asset. Nothing is read before the first request, which fails where the asset cannot
  /// be read or has no pictures (GI-01).
  public init(asset: AVAsset) { self.asset = asset }

  /// The longest time before a requested time that an image may be of. It is infinite by default (GI-10).
  ///
  /// Zero before and after gives the picture that is shown at exactly the requested time. With tolerance the nearest
  /// picture that can be decoded by itself is taken, which is many times faster.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.toleranceBefore }
    set { change { $0.toleranceBefore = newValue } }
  }

  /// The longest time after a requested time that an image may be of. It is infinite by default (GI-10).
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.toleranceAfter }
    set { change { $0.toleranceAfter = newValue } }
  }

  /// The size that images fit in, in pixels. They keep their shape, and are never scaled up (GI-20).
  ///
  /// It is zero by default, which leaves images in the size of the pictures. A width or height of zero sets no bound.
  public var maximumSize: CGSize {
    get { settings.maximumSize }
    set { change { $0.maximumSize = newValue } }
  }

  /// The part of the pictures that is shown, and the shape of its pixels. It is `.cleanAperture` by default, which `nil`
  /// means too (GI-21).
  public var apertureMode: ApertureMode? {
    get { settings.apertureMode }
    set { change { $0.apertureMode = newValue ?? .cleanAperture } }
  }

  /// A Boolean value that says whether images are turned by the track's transform. It is `false` by default (GI-22).
  ///
  /// The turn is one of eight (by multiples of 90 degrees, mirrored or not): the one that is nearest to the transform.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.appliesTransform }
    set { change { $0.appliesTransform = newValue } }
  }

  /// The dynamic range of images of pictures of high dynamic range. It is `.forceSDR` by default (GI-30).
  public var dynamicRangePolicy: DynamicRangePolicy {
    get { settings.dynamicRangePolicy }
    set { change { $0.dynamicRangePolicy = newValue } }
  }

  /// The composition of the video tracks. The generator keeps a copy. With `nil`, the default, images are of the first
  /// enabled video track (GI-24).
  ///
  /// Images of composed pictures are always those of the requested time, and are not turned. A request fails with
  /// `AVError.invalidVideoComposition` where the composition is not valid.
  public var videoComposition: AVVideoComposition? {
    get { state.withLock { $0.compositing?.composition } }
    set {
      let compositing = newValue.map(VideoCompositing.init)
      // Requests that were made before keep their own work.
      state.withLock { state in
        state.former = (state.former + [Former(work: state.work)]).filter { $0.work != nil }
        (state.compositing, state.work) = (compositing, nil)
      }
    }
  }

  /// The client's compositor, which was made as the composition was set. It is `nil` for the built-in one.
  public var customVideoCompositor: (any AVVideoCompositing)? { state.withLock { $0.compositing?.compositor } }

  /// Cancels all requests that are not answered yet, and returns at once. Each one is answered with
  /// `AVError.operationCancelled` (GI-43). Later requests are not affected.
  public func cancelAllCGImageGeneration() {
    let works = state.withLock { state in
      defer { (state.work, state.former) = (nil, []) }
      return [state.work].compactMap { $0 } + state.former.compactMap(\.work)
    }
    for work in works { work.cancel() }
  }

  /// The properties as they are now, and the work that requests made now belong to.
  func request() -> (settings: ImageSettings, work: ImageWork) {
    state.withLock { state in
      let work = state.work ?? ImageWork(asset, state.compositing)
      state.work = work
      return (state.settings, work)
    }
  }

  private var settings: ImageSettings { state.withLock { $0.settings } }

  private func change(_ body: (inout ImageSettings) -> Void) { state.withLock { body(&$0.settings) } }
}

/// The properties of a generator that shape an image: a pure value.
struct ImageSettings: Sendable {
  var toleranceBefore = CMTime.positiveInfinity
  var toleranceAfter = CMTime.positiveInfinity
  var maximumSize = CGSize.zero
  var apertureMode = AVAssetImageGenerator.ApertureMode.cleanAperture
  var appliesTransform = false
  var dynamicRangePolicy = AVAssetImageGenerator.DynamicRangePolicy.forceSDR
}
