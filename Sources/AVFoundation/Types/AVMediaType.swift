/// The type of a track's media, by the four characters of its QuickTime handler.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVMediaType {
  public static let audio = AVMediaType(rawValue: "soun")
  public static let auxiliaryPicture = AVMediaType(rawValue: "auxv")
  public static let closedCaption = AVMediaType(rawValue: "clcp")
  public static let depthData = AVMediaType(rawValue: "dpth")
  public static let haptic = AVMediaType(rawValue: "hapt")
  public static let metadata = AVMediaType(rawValue: "meta")
  /// Faces, codes and the like that cameras find in their pictures. No file has a track of them.
  public static let metadataObject = AVMediaType(rawValue: "mobj")
  public static let muxed = AVMediaType(rawValue: "muxx")
  public static let subtitle = AVMediaType(rawValue: "sbtl")
  public static let text = AVMediaType(rawValue: "text")
  public static let timecode = AVMediaType(rawValue: "tmcd")
  public static let video = AVMediaType(rawValue: "vide")
}
