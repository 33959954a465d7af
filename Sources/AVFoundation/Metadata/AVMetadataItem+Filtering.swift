public import Foundation

extension AVMetadataItem {
  /// Returns the items with an identifier, in order. A common identifier finds the items that mean the same in any key
  /// space.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    let commonKey =
      keySpace(forIdentifier: identifier) == .common ? CommonKeys.key(of: identifier) : nil
    return metadataItems.filter {
      $0.identifier == identifier || (commonKey != nil && $0.commonKey == commonKey)
    }
  }

  /// Returns the items with a key, or in a key space, or both. With `nil` for either, any will do.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    guard let key else { return metadataItems.filter { keySpace == nil || $0.keySpace == keySpace } }
    guard let keySpace else {
      return metadataItems.filter { item in
        guard let itemSpace = item.keySpace else { return false }
        return item.identifier == identifier(forKey: key, keySpace: itemSpace)
      }
    }
    guard let identifier = identifier(forKey: key, keySpace: keySpace) else { return [] }
    return self.metadataItems(from: metadataItems, filteredByIdentifier: identifier)
  }

  /// Returns the items of a locale.
  public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
    metadataItems.filter { $0.locale?.identifier == locale.identifier }
  }

  /// Returns the items in the preferred languages, the best language first.
  ///
  /// - Parameter preferredLanguages: BCP 47 tags, the best first, such as `Locale.preferredLanguages`. A tag without a
  ///   region finds every region, and one with a region finds items without one.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    LanguagePreference(preferredLanguages).sorted(metadataItems, by: \.extendedLanguageTag)
  }

  /// Returns the items that a filter lets through, unchanged.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    metadataItems.filter { metadataItemFilter.accepts($0) }
  }
}
