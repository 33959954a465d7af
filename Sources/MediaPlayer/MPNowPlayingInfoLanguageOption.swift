public import Foundation

/// The kind of media that a language option is of.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  case audible = 0
  case legible = 1
}

/// A language in which the playing media can be heard or read, for a system's display of the media that plays.
///
/// Linux has no single such display: a client passes this value to the one that its desktop has.
public final class MPNowPlayingInfoLanguageOption: NSObject, Sendable {
  public let languageOptionType: MPNowPlayingInfoLanguageOptionType
  /// The language as a BCP 47 tag. It is `nil` where no language is known.
  public let languageTag: String?
  /// The raw values of media characteristics. It is `nil` for none.
  public let languageOptionCharacteristics: [String]?
  /// The name for people.
  public let displayName: String?
  /// The identifier by which the client finds the option again.
  public let identifier: String?

  /// A language option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
    characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
  ) {
    self.languageOptionType = languageOptionType
    self.languageTag = languageTag
    self.languageOptionCharacteristics = languageOptionCharacteristics
    self.displayName = displayName
    self.identifier = identifier
  }
}
