import AVFoundation
import Testing

/// Which identifiers say the same as a common key, as clients see it.
@Suite struct CommonKeyTests {
  static let keys: [(AVMetadataKey, [AVMetadataIdentifier])] = [
    (
      .commonKeyTitle,
      [
        .quickTimeMetadataTitle, .quickTimeUserDataFullName, .iTunesMetadataSongName, .id3MetadataTitleDescription,
        .identifier3GPUserDataTitle, .icyMetadataStreamTitle, AVMetadataIdentifier("vorb/TITLE"),
        AVMetadataIdentifier("org.matroska/Title"), AVMetadataIdentifier("id3/%00TT2"),
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
        .identifier3GPUserDataAlbumAndTrack, AVMetadataIdentifier("org.matroska/ALBUM%2FTITLE"),
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
      [.quickTimeMetadataLocationISO6709, .quickTimeUserDataLocationISO6709, .identifier3GPUserDataLocation]
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

  @Test(arguments: keys)
  func `an identifier has its common key`(key: AVMetadataKey, identifiers: [AVMetadataIdentifier]) {
    for identifier in identifiers {
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      #expect(item.commonKey == key, "\(identifier.rawValue)")
    }
  }

  @Test func `most identifiers have none`() {
    for identifier in [
      AVMetadataIdentifier.iTunesMetadataTrackNumber, .quickTimeMetadataCameraIdentifier,
      .id3MetadataUnsynchronizedLyric,
      AVMetadataIdentifier("mdta/org.example"),
    ] {
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      #expect(item.commonKey == nil)
    }
  }

  @Test(
    arguments: [
      ("itsk/aART", nil, "album artist"), ("id3/TPE2", nil, "album artist"), ("id3/TXXX", "BARCODE", "barcode"),
      ("vorb/BARCODE", nil, "barcode"), ("id3/TXXX", "com.apple.quicktime.make", "make of the device"),
      ("id3/PRIV", "owner", nil), ("no identifier", nil, nil),
    ] as [(String, String?, String?)])
  func `an item means the same in every key space`(identifier: String, info: String?, meaning: String?) {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(identifier)
    if let info { item.extraAttributes = [.info: info] }
    #expect(item.meaning == meaning)
  }

  @Test func `numbers of many and genres are texts`() {
    let item = AVMutableMetadataItem()
    (item.identifier, item.value) = (.iTunesMetadataTrackNumber, NSData(data: Data([0, 0, 0, 3, 0, 12, 0, 0])))
    #expect(item.stringValue == nil && item.plainText == "3/12")
    (item.identifier, item.value) = (.iTunesMetadataPredefinedGenre, NSData(data: Data([0, 9])))
    #expect(item.plainText == "Jazz")
    (item.identifier, item.value) = (.iTunesMetadataSongName, "Song" as NSString)
    #expect(item.plainText == "Song")
    (item.identifier, item.value) = (.id3MetadataPrivate, NSData(data: Data([1])))
    #expect(item.plainText == nil)
  }

  @Test func `a type tells what becomes of items`() {
    let (title, number) = (AVMutableMetadataItem(), AVMutableMetadataItem())
    (title.identifier, title.value) = (.iTunesMetadataSongName, "Song" as NSString)
    (number.identifier, number.value) = (.iTunesMetadataTrackNumber, NSNumber(value: 3))
    let items = AVFileType.mp3.items(for: [title, number])
    #expect(items.map(\.identifier) == [.id3MetadataTitleDescription, .id3MetadataTrackNumber])
    #expect(items.map(\.stringValue) == ["Song", "3"])
    #expect(AVFileType.mpeg2TransportStream.items(for: [title]).isEmpty)
    #expect(AVFileType(rawValue: "none").items(for: [title]).isEmpty)
  }
}
