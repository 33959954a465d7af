public import Foundation

/// A way to choose among the options of a group by settings that the content's author offers.
///
/// Each setting stands for a characteristic that some of the options have. Streams can have such schemes; they are not
/// read on this platform yet, and the groups of files have none.
public class AVCustomMediaSelectionScheme: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// A Boolean value that says whether a menu should offer languages too.
  public let shouldOfferLanguageSelection: Bool
  /// The selectors, each of which is set apart from the others.
  public let selectors: [AVMediaPresentationSelector]
  private let options: [AVMediaSelectionOption]

  init(
    options: [AVMediaSelectionOption], selectors: [AVMediaPresentationSelector], offersLanguages: Bool
  ) {
    self.options = options
    self.selectors = selectors
    shouldOfferLanguageSelection = offersLanguages
  }

  /// The languages of the options as BCP 47 tags, in the order in which they come.
  public var availableLanguages: [String] {
    var languages: [String] = []
    for language in options.compactMap(\.extendedLanguageTag) where !languages.contains(language) {
      languages.append(language)
    }
    return languages
  }

  /// Returns the settings of a selector that can be combined with a language and with settings of other selectors: some
  /// option is in that language and has all their characteristics.
  ///
  /// - Parameter language: one of `availableLanguages`, or `nil` for any.
  public func mediaPresentationSettings(
    for selector: AVMediaPresentationSelector, complementaryToLanguage language: String?,
    settings: [AVMediaPresentationSetting]
  ) -> [AVMediaPresentationSetting] {
    let possible = options.filter { option in
      (language == nil || option.extendedLanguageTag == language)
        && settings.allSatisfy { option.hasMediaCharacteristic($0.mediaCharacteristic) }
    }
    return selector.settings.filter { setting in
      possible.contains { $0.hasMediaCharacteristic(setting.mediaCharacteristic) }
    }
  }
}
