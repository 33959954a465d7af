public import Foundation

/// Options of which one at most is presented at a time, such as the sound in several languages.
public class AVMediaSelectionGroup: NSObject, @unchecked Sendable {
  // Sendable: constants, here and in the subclasses.

  /// The options in the file's order.
  public let options: [AVMediaSelectionOption]
  /// The option that is presented when nobody chooses. It is `nil` for none.
  public let defaultOption: AVMediaSelectionOption?
  /// A Boolean value that says whether it is allowed to select none of the options.
  public let allowsEmptySelection: Bool

  /// Another way to choose, by settings that the content's author offers. It is `nil` for the alternatives of a file,
  /// which have none.
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

  /// Returns the option that a property list of `AVMediaSelectionOption.propertyList()` finds. It is `nil` where the
  /// option is not in the group.
  public func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let values = plist as? [String: Any],
      let trackID = (values[AVMediaSelectionOption.trackKey] as? NSNumber)?.int32Value
    else { return nil }
    return options.first { $0.track.trackID == trackID }
  }
}

extension AVMediaSelectionGroup {
  /// Returns the options that this build can play.
  public class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] { mediaSelectionOptions.filter(\.isPlayable) }

  /// Returns the options of a locale.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] { mediaSelectionOptions.filter { $0.locale?.identifier == locale.identifier } }

  /// Returns the options in the preferred languages, the best language first.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguagePreference(preferredLanguages).sorted(mediaSelectionOptions, by: \.extendedLanguageTag)
  }

  /// Returns the options that have all these characteristics.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in mediaCharacteristics.allSatisfy(option.hasMediaCharacteristic) }
  }

  /// Returns the options that have none of these characteristics.
  public class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
  }
}
