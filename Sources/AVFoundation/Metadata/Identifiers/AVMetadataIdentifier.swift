/// The identifier of a metadata item's meaning: a key space and a key in it, such as `mdta/com.apple.quicktime.title`.
///
/// Bytes of the key other than letters, digits and `-._~` are percent-escaped: `itsk/%A9nam`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}
