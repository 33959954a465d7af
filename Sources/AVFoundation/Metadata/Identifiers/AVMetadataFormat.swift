/// A way in which containers store metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVMetadataFormat {
  public static let hlsMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.HLS")
  public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
  public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
  public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")
  public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
  public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
  public static let unknown = AVMetadataFormat(rawValue: "public.unknown")
}
