/// A kind of name by which a uniform type is known elsewhere.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Extensions of file names, without their dot.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types (RFC 6838).
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}
