/// The part of coded pictures that is shown, and the shape in which it is.
public struct AVVideoApertureMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The part that the format names as clean, with the shape of its pixels.
  public static let cleanAperture = AVVideoApertureMode(rawValue: "CleanAperture")
  /// All of the pictures, with the shape of their pixels.
  public static let productionAperture = AVVideoApertureMode(rawValue: "ProductionAperture")
  /// All of the pictures, with square pixels.
  public static let encodedPixels = AVVideoApertureMode(rawValue: "EncodedPixels")
}
