import MediaEngine

extension AVAssetWriterInput {
  /// The place of an input's media in the file.
  public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension AVAssetWriterInput.MediaDataLocation {
  /// Among the media of the other inputs, by time.
  public static let interleavedWithMainMediaData = Self(
    rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData")
  /// Before all interleaved media. A QuickTime movie tells players to load it first.
  public static let beforeMainMediaDataNotInterleaved = Self(
    rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved")
  /// Among the media of the other inputs, by time, and no other input waits for it.
  public static let sparselyInterleavedWithMainMediaData = Self(
    rawValue: "AVAssetWriterInputMediaDataLocationSparselyInterleavedWithMainMediaData")
}

extension AVAssetWriterInput.MediaDataLocation {
  init(_ placement: TrackConfiguration.Placement) {
    switch placement {
    case .interleaved: self = .interleavedWithMainMediaData
    case .sparse: self = .sparselyInterleavedWithMainMediaData
    case .first: self = .beforeMainMediaDataNotInterleaved
    }
  }

  /// The engine's value of the location. It is `nil` for a value that is none of the three.
  var placement: TrackConfiguration.Placement? {
    switch self {
    case .interleavedWithMainMediaData: .interleaved
    case .sparselyInterleavedWithMainMediaData: .sparse
    case .beforeMainMediaDataNotInterleaved: .first
    default: nil
    }
  }
}
