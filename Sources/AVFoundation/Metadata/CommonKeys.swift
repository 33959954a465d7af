import CoreMedia

/// Which keys of other key spaces say the same as a common key.
enum CommonKeys {
  /// The common key of an identifier; `nil` where there is none.
  static func key(of identifier: AVMetadataIdentifier) -> AVMetadataKey? {
    if let key = keys[identifier] { return key }
    guard let parsed = MetadataIdentifier(identifier.rawValue), parsed.keySpace == AVMetadataKeySpace.common.rawValue
    else { return nil }
    return parsed.keyText.map { AVMetadataKey($0) }
  }

  /// The first identifier of a key space that says the same as a common key.
  static func identifier(of key: AVMetadataKey, in keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    table.first { $0.0 == key }?.1.first { AVMetadataItem.keySpace(forIdentifier: $0) == keySpace }
  }

  private static let keys: [AVMetadataIdentifier: AVMetadataKey] = Dictionary(
    table.flatMap { key, identifiers in identifiers.map { ($0, key) } }, uniquingKeysWith: { first, _ in first })

  private static let table: [(AVMetadataKey, [AVMetadataIdentifier])] = [
    (
      .commonKeyTitle,
      [
        .quickTimeMetadataTitle, .quickTimeUserDataFullName, .iTunesMetadataSongName, .id3MetadataTitleDescription,
        .identifier3GPUserDataTitle, .icyMetadataStreamTitle,
      ]
    ),
    (
      .commonKeyArtist,
      [
        .quickTimeMetadataArtist, .quickTimeUserDataArtist, .iTunesMetadataArtist, .id3MetadataLeadPerformer,
        .identifier3GPUserDataPerformer,
      ]
    ),
    (
      .commonKeyAlbumName,
      [
        .quickTimeMetadataAlbum, .quickTimeUserDataAlbum, .iTunesMetadataAlbum, .id3MetadataAlbumTitle,
        .identifier3GPUserDataAlbumAndTrack,
      ]
    ),
    (
      .commonKeyAuthor,
      [.quickTimeMetadataAuthor, .quickTimeUserDataAuthor, .iTunesMetadataAuthor, .identifier3GPUserDataAuthor]
    ),
    (
      .commonKeyCreator,
      [
        .quickTimeMetadataComposer, .quickTimeUserDataComposer, .quickTimeUserDataWriter, .iTunesMetadataComposer,
        .id3MetadataComposer,
      ]
    ),
    (
      .commonKeyCopyrights,
      [
        .quickTimeMetadataCopyright, .quickTimeUserDataCopyright, .iTunesMetadataCopyright, .id3MetadataCopyright,
        .isoUserDataCopyright, .identifier3GPUserDataCopyright,
      ]
    ),
    (
      .commonKeyCreationDate,
      [
        .quickTimeMetadataCreationDate, .quickTimeUserDataCreationDate, .iTunesMetadataReleaseDate,
        .id3MetadataRecordingTime, .id3MetadataYear, .isoUserDataDate, .identifier3GPUserDataRecordingYear,
      ]
    ),
    (
      .commonKeyDescription,
      [
        .quickTimeMetadataDescription, .quickTimeUserDataDescription, .iTunesMetadataDescription,
        .identifier3GPUserDataDescription, .quickTimeMetadataComment, .quickTimeUserDataComment,
        .iTunesMetadataUserComment, .id3MetadataComments,
      ]
    ),
    (
      .commonKeyType,
      [
        .quickTimeMetadataGenre, .quickTimeUserDataGenre, .iTunesMetadataUserGenre, .iTunesMetadataPredefinedGenre,
        .id3MetadataContentType, .identifier3GPUserDataGenre,
      ]
    ),
    (
      .commonKeyPublisher,
      [.quickTimeMetadataPublisher, .quickTimeUserDataPublisher, .iTunesMetadataPublisher, .id3MetadataPublisher]
    ),
    (.commonKeyContributor, [.iTunesMetadataAlbumArtist, .id3MetadataBand]),
    (.commonKeyArtwork, [.quickTimeMetadataArtwork, .iTunesMetadataCoverArt, .id3MetadataAttachedPicture]),
    (
      .commonKeyLocation,
      [
        .quickTimeMetadataLocationISO6709, .quickTimeUserDataLocationISO6709, .identifier3GPUserDataLocation,
      ]
    ),
    (.commonKeyMake, [.quickTimeMetadataMake, .quickTimeUserDataMake]),
    (.commonKeyModel, [.quickTimeMetadataModel, .quickTimeUserDataModel]),
    (
      .commonKeySoftware,
      [.quickTimeMetadataSoftware, .quickTimeUserDataSoftware, .iTunesMetadataEncodingTool, .id3MetadataEncodedWith]
    ),
    (.commonKeyLanguage, [.id3MetadataLanguage]),
    (
      .commonKeyAccessibilityDescription,
      [
        .quickTimeMetadataAccessibilityDescription, .quickTimeUserDataAccessibilityDescription,
        .isoUserDataAccessibilityDescription,
      ]
    ),
  ]
}
