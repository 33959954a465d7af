import AVFoundation
import TestSupport
import Testing

/// Chapters of movie files.
@Suite("Chapters of movies")
struct ChapterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie whose sound refers to two lists of chapters.
  private func movie() throws -> AVURLAsset {
    let sound = try WrittenTracks.sound()
    let (english, german) = (try WrittenTracks.text(["One", "Two"]), try WrittenTracks.text(["Eins", "Zwei"]))
    english.input.languageCode = "eng"
    german.input.extendedLanguageTag = "de-AT"
    sound.input.addTrackAssociation(withTrackOf: english.input, type: "chap")
    sound.input.addTrackAssociation(withTrackOf: german.input, type: "chap")
    try WrittenTracks.write(folder.file("a.mov"), [sound, english, german])
    return AVURLAsset(url: folder.file("a.mov"))
  }

  private func titles(_ groups: [AVTimedMetadataGroup]) -> [String?] {
    groups.map { $0.items.first { $0.commonKey == .commonKeyTitle }?.stringValue }
  }

  @Test func `titles in each language of QuickTime's chapter tracks`() async throws {
    let asset = try movie()
    #expect(asset.availableChapterLocales.map(\.identifier) == ["en", "de-AT"])
    let best = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["de", "en"])
    #expect(titles(best) == ["Eins", "Zwei"])
    #expect(best.map(\.timeRange.start) == [.zero, CMTime(value: 1, timescale: 1)])
    #expect(best[0].timeRange.duration == CMTime(value: 1, timescale: 1))
    #expect(best[0].items[0].extendedLanguageTag == "de-AT")
    #expect(titles(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["fr"])) == ["One", "Two"])
    let named = try await asset.loadChapterMetadataGroups(withTitleLocale: Locale(identifier: "en"))
    #expect(titles(named) == ["One", "Two"])
    #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)
  }
}
