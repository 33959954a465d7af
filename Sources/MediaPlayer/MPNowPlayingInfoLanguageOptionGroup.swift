public import Foundation

/// Language options of which one at most is presented at a time.
public final class MPNowPlayingInfoLanguageOptionGroup: NSObject, Sendable {
  public let languageOptions: [MPNowPlayingInfoLanguageOption]
  /// The option that is presented when nobody chooses. It is `nil` for none.
  public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// A Boolean value that says whether it is allowed to select none of the options.
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
