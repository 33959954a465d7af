public import Foundation

/// What may be set in a custom media selection scheme: that the media should have a characteristic.
public class AVMediaPresentationSetting: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// What the media then has.
  public let mediaCharacteristic: AVMediaCharacteristic
  private let names: LocalizedNames

  init(_ mediaCharacteristic: AVMediaCharacteristic, names: LocalizedNames) {
    self.mediaCharacteristic = mediaCharacteristic
    self.names = names
  }

  /// Its name for a menu, in the language that matches best; the characteristic where the author gave no name.
  public func displayName(forLocaleIdentifier localeIdentifier: String) -> String {
    names.name(for: localeIdentifier) ?? mediaCharacteristic.rawValue
  }
}
