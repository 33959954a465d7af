/// The standard that a metadata key comes from.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVMetadataKeySpace {
  public static let audioFile = AVMetadataKeySpace("caaf")
  /// Keys that mean the same in every other key space.
  public static let common = AVMetadataKeySpace("comn")
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")
  public static let iTunes = AVMetadataKeySpace("itsk")
  public static let icy = AVMetadataKeySpace("icy")
  public static let id3 = AVMetadataKeySpace("org.id3")
  public static let isoUserData = AVMetadataKeySpace("uiso")
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  public static let quickTimeUserData = AVMetadataKeySpace("udta")
}
