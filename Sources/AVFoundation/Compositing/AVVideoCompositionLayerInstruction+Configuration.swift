public import CoreGraphics
public import CoreMedia
import MediaEngine

extension AVVideoCompositionLayerInstruction {
  /// A change of the opacity in a time range, in a straight line.
  public struct OpacityRamp: Equatable, Sendable {
    public var timeRange: CMTimeRange
    public var start: Float
    public var end: Float

    public init(timeRange: CMTimeRange, start: Float, end: Float) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A change of the map from the pictures to the composed picture in a time range: each number in a straight line.
  public struct TransformRamp: Equatable, Sendable {
    public var timeRange: CMTimeRange
    public var start: CGAffineTransform
    public var end: CGAffineTransform

    public init(timeRange: CMTimeRange, start: CGAffineTransform, end: CGAffineTransform) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A change of the part that is shown in a time range: each number in a straight line.
  public struct CropRectangleRamp: Equatable, Sendable {
    public var timeRange: CMTimeRange
    public var start: CGRect
    public var end: CGRect

    public init(timeRange: CMTimeRange, start: CGRect, end: CGRect) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// The values of a layer.
  ///
  /// Its methods stop the process for times that are not numeric, and opacities that are not from 0 to 1 (VC-22).
  public struct Configuration: Sendable {
    var layer: PictureLayer

    /// The values of a layer of a track's pictures as they are.
    public init(trackID: CMPersistentTrackID = .zero) { layer = PictureLayer(trackID: trackID) }

    /// The values of a layer of a track's pictures as they are.
    public init(assetTrack: AVAssetTrack) { self.init(trackID: assetTrack.trackID) }

    /// The identifier of the track.
    public var trackID: CMPersistentTrackID {
      get { layer.trackID }
      set { layer.trackID = newValue }
    }

    /// Sets the opacity from a time on.
    public mutating func setOpacity(_ opacity: Float, at time: CMTime) {
      addOpacityRamp(OpacityRamp(timeRange: CMTimeRange(start: time, duration: .zero), start: opacity, end: opacity))
    }

    /// Adds a ramp of the opacity.
    public mutating func addOpacityRamp(_ ramp: OpacityRamp) {
      if !(0...1).contains(ramp.start) || !(0...1).contains(ramp.end) {
        raise(.invalidArgument, "an opacity is from 0 to 1, not \(ramp.start) or \(ramp.end)")
      }
      layer.opacity.set(ramp.timeRange, ramp.start, ramp.end, "an opacity")
    }

    /// Sets the map from the pictures to the composed picture from a time on.
    public mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
      addTransformRamp(
        TransformRamp(timeRange: CMTimeRange(start: time, duration: .zero), start: transform, end: transform))
    }

    /// Adds a ramp of the map from the pictures to the composed picture.
    public mutating func addTransformRamp(_ ramp: TransformRamp) {
      layer.transform.set(ramp.timeRange, ramp.start, ramp.end, "a transform")
    }

    /// Sets the part of the pictures that is shown from a time on.
    public mutating func setCropRectangle(_ rect: CGRect, at time: CMTime) {
      addCropRectangleRamp(
        CropRectangleRamp(timeRange: CMTimeRange(start: time, duration: .zero), start: rect, end: rect))
    }

    /// Adds a ramp of the part that is shown.
    public mutating func addCropRectangleRamp(_ ramp: CropRectangleRamp) {
      layer.crop.set(ramp.timeRange, ramp.start, ramp.end, "a crop rectangle")
    }

    /// Returns the opacity's ramp whose time range contains a time, or else the first one that begins later.
    public func opacityRamp(at time: CMTime) -> OpacityRamp? {
      layer.opacity.ramp(at: time).map { OpacityRamp(timeRange: $0.range, start: $0.start, end: $0.end) }
    }

    /// Returns the transform's ramp whose time range contains a time, or else the first one that begins later.
    public func transformRamp(at time: CMTime) -> TransformRamp? {
      layer.transform.ramp(at: time).map { TransformRamp(timeRange: $0.range, start: $0.start, end: $0.end) }
    }

    /// Returns the crop rectangle's ramp whose time range contains a time, or else the first one that begins later.
    public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? {
      layer.crop.ramp(at: time).map { CropRectangleRamp(timeRange: $0.range, start: $0.start, end: $0.end) }
    }
  }
}

extension Ramps {
  fileprivate mutating func set(_ range: CMTimeRange, _ start: Value, _ end: Value, _ name: String) {
    if !range.start.isNumeric || !range.duration.isNumeric || range.duration < .zero {
      raise(.invalidArgument, "the start and the duration of \(name)'s time range are numbers")
    }
    set(Ramp(range, from: start, to: end))
  }
}
