public import Foundation

/// Settings of a custom media selection scheme that exclude each other.
public class AVMediaPresentationSelector: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The author's name for the selector.
  public let identifier: String
  /// The settings that may be chosen.
  public let settings: [AVMediaPresentationSetting]
  private let names: LocalizedNames

  init(identifier: String, settings: [AVMediaPresentationSetting], names: LocalizedNames) {
    self.identifier = identifier
    self.settings = settings
    self.names = names
  }

  /// Returns the selector's name for a menu, in the language that matches best. It is the identifier where the author
  /// gave no name.
  public func displayName(forLocaleIdentifier localeIdentifier: String) -> String {
    names.name(for: localeIdentifier) ?? identifier
  }
}
