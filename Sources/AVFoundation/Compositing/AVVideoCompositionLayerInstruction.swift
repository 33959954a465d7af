public import CoreGraphics
public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// The pictures of a track as one layer, whose opacity, position and visible part change over time (VC-12, VC-20 to
/// VC-22).
///
/// An object of this class does not change; `mutableCopy()` gives one that can be edited. Any thread.
public class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: what changes is behind a lock.
  let values: Mutex<Configuration>

  /// A layer of the values of a configuration.
  public convenience init(configuration: Configuration) { self.init(configuration) }

  init(_ values: Configuration) { self.values = Mutex(values) }

  /// The identifier of the track.
  public var trackID: CMPersistentTrackID { current.trackID }

  /// Gets the transform's ramp whose time range contains a time, or else the first one that begins later (MX-13).
  ///
  /// - Parameters:
  ///   - startTransform: set to the ramp's first transform, unless it is `nil`; and so the others.
  /// - Returns: `false` behind the last ramp: nothing is set then.
  public func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { layer.transform.ramp(at: time).get(startTransform, endTransform, timeRange) }

  /// Gets the opacity's ramp whose time range contains a time, or else the first one that begins later.
  ///
  /// - Returns: `false` behind the last ramp: nothing is set then.
  public func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { layer.opacity.ramp(at: time).get(startOpacity, endOpacity, timeRange) }

  /// Gets the crop rectangle's ramp whose time range contains a time, or else the first one that begins later.
  ///
  /// - Returns: `false` behind the last ramp: nothing is set then.
  public func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { layer.crop.ramp(at: time).get(startCropRectangle, endCropRectangle, timeRange) }

  /// Returns the transform's ramp whose time range contains a time, or else the first one that begins later. It is
  /// `nil` after the last ramp.
  public func transformRamp(at time: CMTime) -> TransformRamp? { current.transformRamp(at: time) }

  /// Returns the opacity's ramp whose time range contains a time, or else the first one that begins later. It is `nil`
  /// after the last ramp.
  public func opacityRamp(at time: CMTime) -> OpacityRamp? { current.opacityRamp(at: time) }

  /// Returns the crop rectangle's ramp whose time range contains a time, or else the first one that begins later. It is
  /// `nil` after the last ramp.
  public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? { current.cropRectangleRamp(at: time) }

  /// A layer that does not change any more: this one, unless it can be edited.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// A layer of the same values that can be edited.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionLayerInstruction(current) }

  var current: Configuration { values.withLock { $0 } }
  var layer: PictureLayer { current.layer }
}

/// A layer that can be edited. What takes it keeps a copy, which later changes do not change (VC-02).
public final class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override init(_ values: Configuration) { super.init(values) }

  /// A layer of a track's pictures as they are.
  public convenience init(assetTrack track: AVAssetTrack) { self.init(Configuration(assetTrack: track)) }

  /// A layer of no track, until `trackID` is set.
  public convenience init() { self.init(Configuration()) }

  /// The identifier of the track.
  public override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { values.withLock { $0.trackID = newValue } }
  }

  /// Sets the opacity from a time on (VC-20). Stops the process for a time that is not numeric, and an opacity that is
  /// not from 0 to 1 (VC-22).
  public func setOpacity(_ opacity: Float, at time: CMTime) { values.withLock { $0.setOpacity(opacity, at: time) } }

  /// Lets the opacity change in a time range, in a straight line, and stay at its end (VC-20, VC-21). Stops the process
  /// for a range whose start or duration is not numeric, and an opacity that is not from 0 to 1 (VC-22).
  public func setOpacityRamp(
    fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
  ) {
    values.withLock { $0.addOpacityRamp(OpacityRamp(timeRange: timeRange, start: startOpacity, end: endOpacity)) }
  }

  /// Sets the map from the pictures to the composed picture from a time on. Stops the process as `setOpacity(_:at:)`
  /// does.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    values.withLock { $0.setTransform(transform, at: time) }
  }

  /// Lets each number of the map change in a time range, in a straight line, and stay at its end. Stops the process as
  /// `setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)` does.
  public func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    values.withLock {
      $0.addTransformRamp(TransformRamp(timeRange: timeRange, start: startTransform, end: endTransform))
    }
  }

  /// Sets the part of the pictures that is shown from a time on, in square pixels from the top left of their clean
  /// aperture (VC-12). Stops the process as `setOpacity(_:at:)` does.
  public func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    values.withLock { $0.setCropRectangle(cropRectangle, at: time) }
  }

  /// Lets each number of the part change in a time range, in a straight line, and stay at its end. Stops the process as
  /// `setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)` does.
  public func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    values.withLock {
      $0.addCropRectangleRamp(
        CropRectangleRamp(timeRange: timeRange, start: startCropRectangle, end: endCropRectangle))
    }
  }

  /// A layer of the same values that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionLayerInstruction(current) }
}

extension Optional {
  /// Sets those values of a ramp that the client asks for.
  fileprivate func get<Value>(
    _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
    _ range: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool where Wrapped == Ramps<Value>.Ramp {
    guard let ramp = self else { return false }
    start?.pointee = ramp.start
    end?.pointee = ramp.end
    range?.pointee = ramp.range
    return true
  }
}
