public import Foundation

/// The preferences for choosing among the alternatives of one characteristic.
public final class AVPlayerMediaSelectionCriteria: NSObject, Sendable {
  /// Languages as BCP 47 tags, the best first.
  public let preferredLanguages: [String]?
  /// Characteristics, the most wanted first.
  public let preferredMediaCharacteristics: [AVMediaCharacteristic]?
  /// Characteristics that matter more than the language.
  public let principalMediaCharacteristics: [AVMediaCharacteristic]?

  /// Makes preferences among which some characteristics matter more than the language.
  ///
  /// - Parameter principalMediaCharacteristics: characteristics that matter more than the language.
  public init(
    principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
    preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.preferredLanguages = preferredLanguages
    self.preferredMediaCharacteristics = preferredMediaCharacteristics
    self.principalMediaCharacteristics = principalMediaCharacteristics
  }

  public convenience init(
    preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.init(
      principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
      preferredMediaCharacteristics: preferredMediaCharacteristics)
  }
}
