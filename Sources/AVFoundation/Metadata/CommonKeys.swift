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
    let named = table.first { $0.0 == key }?.1 ?? []
    let unnamed = others.first { $0.0 == key }?.1.map { AVMetadataIdentifier($0) } ?? []
    return (named + unnamed).first { AVMetadataItem.keySpace(forIdentifier: $0) == keySpace }
  }

  private static let keys: [AVMetadataIdentifier: AVMetadataKey] = Dictionary(
    table.flatMap { key, identifiers in identifiers.map { ($0, key) } }
      + others.flatMap { key, identifiers in identifiers.map { (AVMetadataIdentifier($0), key) } },
    uniquingKeysWith: { first, _ in first })

  /// What the frames of ID3 2.2 and the names of other tags say: the identifiers that no constant names.
  private static let others: [(AVMetadataKey, [String])] = [
    (
      .commonKeyTitle,
      ["id3/%00TT2", "vorb/TITLE", "caaf/info-title", "org.matroska/TITLE", "org.matroska/Title", "org.matroska/Name"]
    ),
    (.commonKeyArtist, ["id3/%00TP1", "vorb/ARTIST", "caaf/info-artist", "org.matroska/ARTIST"]),
    (
      .commonKeyAlbumName,
      ["id3/%00TAL", "vorb/ALBUM", "caaf/info-album", "org.matroska/ALBUM", "org.matroska/ALBUM%2FTITLE"]
    ),
    (.commonKeyAuthor, ["id3/%00TXT", "vorb/LYRICIST", "caaf/info-lyricist", "org.matroska/LYRICIST"]),
    (.commonKeyCreator, ["id3/%00TCM", "vorb/COMPOSER", "caaf/info-composer", "org.matroska/COMPOSER"]),
    (
      .commonKeyCopyrights,
      ["itsk/%A9cpy", "id3/%00TCR", "vorb/COPYRIGHT", "caaf/info-copyright", "org.matroska/COPYRIGHT"]
    ),
    (
      .commonKeyCreationDate,
      [
        "id3/%00TYE", "vorb/DATE", "caaf/info-recorded%20date", "caaf/info-year", "org.matroska/DATE_RECORDED",
        "org.matroska/DATE_RELEASED", "org.matroska/DATE", "org.matroska/DateUTC",
      ]
    ),
    (
      .commonKeyDescription,
      [
        "id3/%00COM", "vorb/DESCRIPTION", "vorb/COMMENT", "caaf/info-comments", "org.matroska/DESCRIPTION",
        "org.matroska/COMMENT",
      ]
    ),
    (.commonKeyType, ["id3/%00TCO", "vorb/GENRE", "caaf/info-genre", "org.matroska/GENRE"]),
    (
      .commonKeyPublisher,
      ["id3/%00TPB", "vorb/ORGANIZATION", "vorb/PUBLISHER", "org.matroska/PUBLISHER", "org.matroska/LABEL"]
    ),
    (.commonKeyContributor, ["id3/%00TP2", "vorb/ALBUMARTIST", "vorb/PERFORMER", "org.matroska/ALBUM_ARTIST"]),
    (.commonKeyArtwork, ["id3/%00PIC", "vorb/METADATA_BLOCK_PICTURE", "org.matroska/AttachedFile"]),
    (.commonKeyLocation, ["itsk/%A9xyz", "vorb/LOCATION", "org.matroska/RECORDING_LOCATION"]),
    (
      .commonKeySoftware,
      [
        "id3/%00TSS", "vorb/ENCODER", "caaf/info-encoding%20application", "org.matroska/ENCODER",
        "org.matroska/WritingApp",
      ]
    ),
    (.commonKeyLanguage, ["id3/%00TLA"]),
  ]

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
      [
        .quickTimeMetadataAuthor, .quickTimeUserDataAuthor, .iTunesMetadataAuthor, .identifier3GPUserDataAuthor,
        .id3MetadataLyricist,
      ]
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
