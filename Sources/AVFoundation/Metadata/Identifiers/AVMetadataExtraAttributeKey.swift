/// The key of an attribute that some key spaces give an item besides its value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVMetadataExtraAttributeKey {
  /// The base to which the value's address is relative.
  public static let baseURI = AVMetadataExtraAttributeKey("baseURL")
  /// A text beside the value, such as that of ID3's user-defined frames.
  public static let info = AVMetadataExtraAttributeKey("info")
  /// The address of the value.
  public static let valueURI = AVMetadataExtraAttributeKey("URL")
}
