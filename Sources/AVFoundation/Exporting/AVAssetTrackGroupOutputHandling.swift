/// The treatment of alternative tracks, of which only one is presented at a time, in an exported file. With the empty
/// set, tracks are exported without regard to their groups.
public struct AVAssetTrackGroupOutputHandling: OptionSet, Sendable, Hashable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Alternatives of an exported track pass through as they are stored.
  public static let preserveAlternateTracks = AVAssetTrackGroupOutputHandling(rawValue: 1 << 0)
}
