import MediaSupport

extension AVAssetTrack {
  /// A kind of reference from one track to another, by the four characters of the reference in the file (`tref`).
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension AVAssetTrack.AssociationType {
  /// An association from sound to the same sound in a format that more players support.
  public static let audioFallback = Self(rawValue: "fall")
  /// From any track to the text that names its chapters.
  public static let chapterList = Self(rawValue: "chap")
  /// An association from subtitles to a track that has only those of them that are always shown.
  public static let forcedSubtitlesOnly = Self(rawValue: "forc")
  /// From metadata to the track that it describes.
  public static let metadataReferent = Self(rawValue: "cdsc")
  /// From metadata to the track that is rendered with it.
  public static let renderMetadataSource = Self(rawValue: "rndr")
  /// An association from a track that the user selects to one that is selected with it.
  public static let selectionFollower = Self(rawValue: "folw")
  /// From any track to its timecode.
  public static let timecode = Self(rawValue: "tmcd")
}

extension AVAssetTrack.AssociationType {
  /// Returns whether a track of one media type can refer to a track of another in this way (WI-85). A type that is not
  /// listed above has no rule.
  func relates(_ source: AVMediaType, to target: AVMediaType) -> Bool {
    switch self {
    case .audioFallback: source == .audio && target == .audio
    case .chapterList: source != .text && [.text, .video, .metadata].contains(target)
    case .forcedSubtitlesOnly: source == .subtitle && target == .subtitle
    case .metadataReferent, .renderMetadataSource: source == .metadata
    case .selectionFollower: source.isSelectable && target.isSelectable
    case .timecode: source != .timecode && target == .timecode
    default: true
    }
  }

  /// The characters as a number. It is `nil` where they are not four characters of Latin-1.
  var code: UInt32? { UInt32(latin1: rawValue) }

  /// The type with a number's four characters.
  init(code: UInt32) {
    var text = ""
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: code >> shift)))
    }
    self.init(rawValue: text)
  }
}

extension AVMediaType {
  /// A Boolean value that says whether users choose among tracks of the media type.
  fileprivate var isSelectable: Bool { [.audio, .video, .subtitle, .closedCaption, .text].contains(self) }
}
