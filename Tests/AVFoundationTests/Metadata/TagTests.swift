import AVFoundation
import TestSupport
import Testing

/// Metadata of containers that are no movie files, as clients see it.
@Suite("Metadata of other containers")
struct TagTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

  private func frame(_ identifier: String, _ body: [UInt8]) -> [UInt8] {
    let size = body.count
    return identifier.utf8.count == 3
      ? Array(identifier.utf8) + [0, UInt8(size >> 8), UInt8(size & 0xFF)] + body
      : Array(identifier.utf8) + [0, 0, UInt8(size >> 7), UInt8(size & 0x7F), 0, 0] + body
  }

  /// Sound with a tag of these frames in front.
  private func asset(_ name: String, version: UInt8, _ frames: [[UInt8]]) throws -> AVURLAsset {
    let body = Array(frames.joined())
    let header = Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F)]
    let sound = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech-bare.mp3")))
    try (Data(header + body) + sound).write(to: folder.file(name))
    return AVURLAsset(url: folder.file(name))
  }

  @Test func `frames of ID3 2.4: identifiers, languages, extra attributes and common keys`() throws {
    let asset = try asset(
      "new.mp3", version: 4,
      [
        frame("TIT2", [3] + Array("Titel".utf8)), frame("TPE1", [3] + Array("One\u{0}Two".utf8)),
        frame("COMM", [3] + Array("deuNotiz\u{0}gut".utf8)), frame("COMM", [3] + Array("engnote\u{0}good".utf8)),
        frame("TXXX", [3] + Array("MOOD\u{0}calm".utf8)), frame("TDRC", [3] + Array("2026-11-21".utf8)),
        frame("TRCK", [3] + Array("7".utf8)), frame("PRIV", Array("example.org\u{0}".utf8) + [1, 2]),
        frame("APIC", [3] + Array("image/jpeg\u{0}\u{3}front\u{0}".utf8) + Self.picture),
      ])
    let items = asset.metadata
    #expect(asset.availableMetadataFormats == [.id3Metadata])
    #expect(asset.metadata(forFormat: .id3Metadata).count == items.count)
    #expect(items.allSatisfy { $0.keySpace == .id3 })
    func found(_ identifier: AVMetadataIdentifier) -> [AVMetadataItem] {
      AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier)
    }
    #expect(found(.id3MetadataLeadPerformer).map(\.stringValue) == ["One", "Two"])
    #expect(found(.commonIdentifierTitle).map(\.stringValue) == ["Titel"])
    #expect(found(.id3MetadataTrackNumber).first?.numberValue == 7)
    #expect(found(.id3MetadataUserText).first?.extraAttributes?[.info] as? String == "MOOD")
    #expect(found(.id3MetadataPrivate).first?.value as? Data == Data([1, 2]))
    #expect(found(.id3MetadataPrivate).first?.extraAttributes?[.info] as? String == "example.org")
    #expect(asset.creationDate?.dateValue == ISO8601DateFormatter().date(from: "2026-11-21T00:00:00Z"))

    let comments = AVMetadataItem.metadataItems(
      from: found(.id3MetadataComments), filteredAndSortedAccordingToPreferredLanguages: ["en-GB", "de"])
    #expect(comments.map(\.stringValue) == ["good", "gut"])
    #expect(comments.map(\.extendedLanguageTag) == ["en", "de"])

    let artwork = try #require(found(.id3MetadataAttachedPicture).first)
    #expect(artwork.commonKey == .commonKeyArtwork)
    #expect(artwork.dataValue == Data(Self.picture))
    #expect(artwork.dataType == kCMMetadataBaseDataType_JPEG as String)
    #expect(artwork.extraAttributes?[.dataType] as? String == "image/jpeg")
    #expect(artwork.extraAttributes?[.dataTypeNamespace] as? String == "org.iana.media-type")
    #expect(artwork.extraAttributes?[.pictureType] as? String == "Cover (front)")
    #expect(artwork.extraAttributes?[.info] as? String == "front")
  }

  @Test func `frames of ID3 2.2 have keys of three characters, and common keys`() throws {
    let asset = try asset("old.mp3", version: 2, [frame("TT2", [0] + Array("Title".utf8))])
    #expect(asset.metadata.map(\.identifier?.rawValue) == ["id3/%00TT2"])
    #expect(asset.commonMetadata.map(\.stringValue) == ["Title"])
    #expect(asset.commonMetadata.map(\.identifier) == [.commonIdentifierTitle])
  }

  @Test func `chapters of ID3 are groups with their title and picture`() throws {
    func chapter(_ start: UInt8, _ end: UInt8, _ parts: [UInt8]) -> [UInt8] {
      frame("CHAP", [0x61, 0, 0, 0, 0, start, 0, 0, 0, end] + [UInt8](repeating: 0xFF, count: 8) + parts)
    }
    let picture = frame("APIC", [3] + Array("image/jpeg\u{0}\u{0}\u{0}".utf8) + Self.picture)
    let asset = try asset(
      "chapters.mp3", version: 4,
      [
        chapter(0, 100, frame("TIT2", [3] + Array("One".utf8)) + picture),
        chapter(100, 200, frame("TIT2", [3] + Array("Two".utf8))),
      ])
    let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: [])
    #expect(groups.map { $0.items.first?.stringValue } == ["One", "Two"])
    #expect(groups.map { $0.timeRange.start.value } == [0, 100])
    #expect(
      groups.map { $0.timeRange.duration } == [CMTime(value: 100, timescale: 1000), CMTime(value: 1, timescale: 10)])
    #expect(groups[0].items.last?.identifier == .commonIdentifierArtwork)
    #expect(groups[0].items.last?.dataValue == Data(Self.picture))
    #expect(groups[0].items.first?.time == groups[0].timeRange.start)
    #expect(asset.availableChapterLocales == [Locale(identifier: "und")])
    let plain = asset.chapterMetadataGroups(
      withTitleLocale: Locale(identifier: "und"), containingItemsWithCommonKeys: [.commonKeyTitle])
    #expect(plain.map(\.items.count) == [1, 1])
    #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)
  }

  /// Files that ffmpeg writes, and what stands in them for a title, an artist and a comment.
  static let written: [(String, AVMetadataFormat, [String])] = [
    ("a.flac", .vorbisComment, ["vorb/TITLE", "vorb/ARTIST", "vorb/DESCRIPTION"]),
    ("a.opus", .vorbisComment, ["vorb/TITLE", "vorb/ARTIST", "vorb/DESCRIPTION"]),
    ("a.wav", .unknown, ["caaf/info-title", "caaf/info-artist", "caaf/info-comments"]),
    ("a.aiff", .unknown, ["caaf/info-title", "caaf/info-comments"]),
    ("a.mka", .unknown, ["org.matroska/Title", "org.matroska/ARTIST", "org.matroska/COMMENT"]),
    ("a.mp3", .id3Metadata, ["id3/TIT2", "id3/TPE1", "id3/TXXX"]),
  ]

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "the tags that it writes are not read")), arguments: written)
  func `texts that ffmpeg writes come out under the format's own keys, and under common ones`(
    name: String, format: AVMetadataFormat, identifiers: [String]
  ) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("speech.wav"), "-t", "1", "-metadata", "title=Grüße", "-metadata",
      "artist=Ann",
      "-metadata", "comment=gut", folder.path(name),
    ])
    let asset = AVURLAsset(url: folder.file(name))
    let values = Dictionary(
      asset.metadata.map { ($0.identifier?.rawValue ?? "", $0.stringValue ?? "") }, uniquingKeysWith: { one, _ in one })
    // AIFF has no artist that it would write.
    #expect(
      identifiers.map { values[$0] } == (identifiers.count == 3 ? ["Grüße", "Ann", "gut"] : ["Grüße", "gut"]),
      "\(values)")
    #expect(asset.availableMetadataFormats.contains(format))
    let common = asset.commonMetadata
    #expect(
      AVMetadataItem.metadataItems(from: common, filteredByIdentifier: .commonIdentifierTitle).map(\.stringValue)
        == ["Grüße"])
  }
}
