/// Restrictions on references from an asset's container to other files.
public struct AVAssetReferenceRestrictions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A file on a server may not refer to a local file.
  public static let forbidRemoteReferenceToLocal = Self(rawValue: 1)
  /// A local file may not refer to a server.
  public static let forbidLocalReferenceToRemote = Self(rawValue: 2)
  /// A file on a server may not refer to another server.
  public static let forbidCrossSiteReference = Self(rawValue: 4)
  /// A local file may not refer to another local file.
  public static let forbidLocalReferenceToLocal = Self(rawValue: 8)
  /// Nothing outside of the file may be referred to.
  public static let forbidAll = Self(rawValue: 0xFFFF)
  /// The restrictions where nobody chooses: a local file may not refer to a server.
  public static let defaultPolicy: Self = .forbidLocalReferenceToRemote
}
