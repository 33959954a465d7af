/// Rules that files or segments of a type follow beyond the type's own.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fragmented MPEG-4 for Apple's HTTP Live Streaming: no edit lists.
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
  /// The Common Media Application Format, ISO 23000-19.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}
