public import Foundation

/// What a language option is of.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  case audible = 0
  case legible = 1
}

/// A language in which what plays can be heard or read, as a system's list of what plays shows it.
///
/// Linux has no such list of one vendor: this is the value that a client hands on to the one it has.
public final class MPNowPlayingInfoLanguageOption: NSObject, Sendable {
  public let languageOptionType: MPNowPlayingInfoLanguageOptionType
  /// A BCP 47 tag; `nil` where no language is known.
  public let languageTag: String?
  /// The raw values of media characteristics; `nil` for none.
  public let languageOptionCharacteristics: [String]?
  /// For people.
  public let displayName: String?
  /// What the client finds the option again by.
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
