public import Foundation

/// Settings of a custom media selection scheme that exclude each other.
public class AVMediaPresentationSelector: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The author's name for it.
  public let identifier: String
  /// What may be chosen.
  public let settings: [AVMediaPresentationSetting]
  private let names: LocalizedNames

  init(identifier: String, settings: [AVMediaPresentationSetting], names: LocalizedNames) {
    self.identifier = identifier
    self.settings = settings
    self.names = names
  }

  /// Its name for a menu, in the language that matches best; the identifier where the author gave no name.
  public func displayName(forLocaleIdentifier localeIdentifier: String) -> String {
    names.name(for: localeIdentifier) ?? identifier
  }
}
