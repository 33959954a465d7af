/// The way in which pictures fill an area of another shape.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pictures keep their shape, and bars fill the rest.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// Pictures keep their shape, and the parts outside of the area are cut off.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// Pictures take the shape of the area.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
