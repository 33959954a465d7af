/// A uniform type, by its identifier: as much of Apple's `UniformTypeIdentifiers.UTType` as this framework's API needs.
///
/// It lives here and not in a module of Apple's name, since other packages ask with `canImport` whether that module is
/// there, and expect all of it.
public struct UTType: Hashable, Sendable {
  public let identifier: String

  /// - Returns: `nil` for an identifier that is not one of `AVFileType`'s.
  public init?(_ identifier: String) {
    guard AVFileType.declared.contains(AVFileType(identifier)) else { return nil }
    self.identifier = identifier
  }

  private init(_ type: AVFileType) { identifier = type.rawValue }

  public static let mpeg4Movie = UTType(AVFileType.mp4)
  public static let quickTimeMovie = UTType(AVFileType.mov)
}
