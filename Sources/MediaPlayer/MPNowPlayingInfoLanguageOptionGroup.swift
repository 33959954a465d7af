public import Foundation

/// Language options of which one at most is presented at a time.
public final class MPNowPlayingInfoLanguageOptionGroup: NSObject, Sendable {
  public let languageOptions: [MPNowPlayingInfoLanguageOption]
  /// What is presented when nobody chooses; `nil` for nothing.
  public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// Whether nothing may be chosen.
  public let allowEmptySelection: Bool

  /// A group of options.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption],
    defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
  ) {
    self.languageOptions = languageOptions
    self.defaultLanguageOption = defaultLanguageOption
    self.allowEmptySelection = allowEmptySelection
  }
}
