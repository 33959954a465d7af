import CoreMedia
public import Foundation
import MediaEngine

/// One of the alternatives that somebody may choose: a track of sound in a language, or of subtitles.
public final class AVMediaSelectionOption: NSObject, @unchecked Sendable {
  // Sendable: a constant.

  let track: AVAssetTrack

  init(_ track: AVAssetTrack) { self.track = track }

  /// The media type of the option.
  public var mediaType: AVMediaType { track.mediaType }

  /// The formats of its media, four-character codes as numbers.
  public var mediaSubTypes: [NSNumber] {
    track.information.formatDescriptions.map { NSNumber(value: $0.mediaSubType.rawValue) }
  }

  /// A Boolean value that says whether this build can play the option.
  public var isPlayable: Bool { track.isPlayable }
  /// The language of the option as a BCP 47 tag. It is `nil` where none is known.
  public var extendedLanguageTag: String? { track.extendedLanguageTag ?? track.languageCode }
  /// The language of the option. It is `nil` where none is known.
  public var locale: Locale? { extendedLanguageTag.map { Locale(identifier: $0) } }

  /// Returns whether the media has a characteristic by itself, or by its author's tag.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    track.hasMediaCharacteristic(mediaCharacteristic)
  }

  /// The metadata of the option's track, under common keys.
  public var commonMetadata: [AVMetadataItem] { track.commonMetadata }
  /// The formats of the metadata of the option's track, raw values of `AVMetadataFormat`.
  public var availableMetadataFormats: [String] { track.availableMetadataFormats.map(\.rawValue) }
  /// Returns the metadata of the option's track in one format.
  public func metadata(forFormat format: String) -> [AVMetadataItem] {
    track.metadata(forFormat: AVMetadataFormat(rawValue: format))
  }

  /// Returns the option of another group that belongs to this one, such as the forced subtitles of a language of sound.
  /// It is `nil` if the file states none.
  public func associatedMediaSelectionOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    let followers = track.associatedTracks(ofType: .selectionFollower)
    return mediaSelectionGroup.options.first { followers.contains($0.track) }
  }

  /// The option's name for a menu, in the language of the system.
  public var displayName: String { displayName(with: .current) }

  /// Returns the option's name for a menu: the language's name in the language of a locale, or else the media type.
  public func displayName(with locale: Locale) -> String {
    extendedLanguageTag.flatMap { locale.localizedString(forIdentifier: $0) } ?? mediaType.rawValue
  }

  /// Returns a property list by which the option is found again in the same group.
  public func propertyList() -> Any { [Self.trackKey: NSNumber(value: track.trackID)] as [String: NSNumber] }

  static let trackKey = "MediaSelectionOptionsPersistentID"

  /// Options are the same where their tracks are.
  public override func isEqual(_ object: Any?) -> Bool { (object as? AVMediaSelectionOption)?.track == track }
  public override var hash: Int { track.hashValue }
}
