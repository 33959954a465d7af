/// The way in which pictures fill an area of another shape.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// They keep their shape, and bars fill the rest.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// They keep their shape, and what lies outside of the area is cut off.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// They take the shape of the area.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
