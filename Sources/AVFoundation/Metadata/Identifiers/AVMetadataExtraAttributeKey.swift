/// What some key spaces say of an item besides its value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVMetadataExtraAttributeKey {
  /// What the value's address is relative to.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURL")
  /// A text beside the value, as that of ID3's user-defined frames.
  public static let info = AVMetadataExtraAttributeKey("info")
  /// Where the value lies.
  public static let valueURI = AVMetadataExtraAttributeKey("URL")
}
