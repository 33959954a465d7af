public import Foundation

/// A setting of a custom media selection scheme: the media should have a characteristic.
public class AVMediaPresentationSetting: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The characteristic that the media should have.
  public let mediaCharacteristic: AVMediaCharacteristic
  private let names: LocalizedNames

  init(_ mediaCharacteristic: AVMediaCharacteristic, names: LocalizedNames) {
    self.mediaCharacteristic = mediaCharacteristic
    self.names = names
  }

  /// Returns the setting's name for a menu, in the language that matches best. It is the characteristic where the
  /// author gave no name.
  public func displayName(forLocaleIdentifier localeIdentifier: String) -> String {
    names.name(for: localeIdentifier) ?? mediaCharacteristic.rawValue
  }
}
