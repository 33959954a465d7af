public import CoreGraphics
public import CoreMedia

/// Called with the result of a request for an image: the requested time, the image, the time of the picture, the
/// outcome, and the error of an image that was not made. It is called on a queue of the generator's.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (
    CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?
  ) -> Void

extension AVAssetImageGenerator {
  /// The outcome of a request for an image.
  public enum Result: Int, Sendable {
    case succeeded = 0
    case failed = 1
    /// The request was cancelled before the image was made.
    case cancelled = 2
  }

  /// The part of the pictures that images show, and the shape in which it is shown.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The part that the format names as clean, with the shape of its pixels.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// All of the pictures, with the shape of their pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// All of the pictures, with square pixels.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// The dynamic range of images.
  public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// High dynamic range is mapped to that of a screen without it.
    public static let forceSDR = DynamicRangePolicy(rawValue: "ForceSDR")
    /// Images have the colours of the pictures.
    public static let matchSource = DynamicRangePolicy(rawValue: "MatchSource")
  }
}
