public import Foundation

/// Options of which one at most is presented at a time, such as the sound in several languages.
public class AVMediaSelectionGroup: NSObject, @unchecked Sendable {
  // Sendable: constants, here and in the subclasses.

  /// The options in the file's order.
  public let options: [AVMediaSelectionOption]
  /// What is presented when nobody chooses; `nil` for nothing.
  public let defaultOption: AVMediaSelectionOption?
  /// Whether nothing may be chosen.
  public let allowsEmptySelection: Bool

  /// Another way to choose, by what the content's author offers; `nil` for the alternatives of a file, which name none.
  public let customMediaSelectionScheme: AVCustomMediaSelectionScheme?

  init(
    options: [AVMediaSelectionOption] = [], default defaultOption: AVMediaSelectionOption? = nil,
    allowsEmpty: Bool = false, scheme: AVCustomMediaSelectionScheme? = nil
  ) {
    customMediaSelectionScheme = scheme
    self.options = options
    self.defaultOption = defaultOption
    allowsEmptySelection = allowsEmpty
  }

  /// The option that a property list of `AVMediaSelectionOption.propertyList()` finds; `nil` where it is not in the
  /// group.
  public func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let values = plist as? [String: Any],
      let trackID = (values[AVMediaSelectionOption.trackKey] as? NSNumber)?.int32Value
    else { return nil }
    return options.first { $0.track.trackID == trackID }
  }
}

extension AVMediaSelectionGroup {
  /// The options that this build can play.
  public class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] { mediaSelectionOptions.filter(\.isPlayable) }

  /// The options of a locale.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] { mediaSelectionOptions.filter { $0.locale?.identifier == locale.identifier } }

  /// The options in the languages that somebody prefers, the best language first.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguagePreference(preferredLanguages).sorted(mediaSelectionOptions, by: \.extendedLanguageTag)
  }

  /// The options that have all these characteristics.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in mediaCharacteristics.allSatisfy(option.hasMediaCharacteristic) }
  }

  /// The options that have none of these characteristics.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
  }
}
