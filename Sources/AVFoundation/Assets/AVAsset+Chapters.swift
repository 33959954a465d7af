public import Foundation
import MediaEngine

/// Named stretches of the presentation: QuickTime's chapter tracks, Nero's list, ID3's frames, Matroska's editions and
/// the fields of Vorbis comments.
extension AVAsset {
  /// Returns the chapters, in order, with their titles in the best of the preferred languages, and with their pictures.
  /// A chapter without a title in any of them has its first one.
  ///
  /// - Parameter preferredLanguages: BCP 47 tags, the best first, such as `Locale.preferredLanguages`.
  public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
    -> [AVTimedMetadataGroup]
  {
    let preference = LanguagePreference(preferredLanguages)
    return chapterGroups(for: .availableChapterLocales).map { group in
      let titles = group.items.filter { $0.commonKey == .commonKeyTitle }
      let title = preference.sorted(titles, by: \.extendedLanguageTag).first ?? titles.first
      let others = group.items.filter { $0.commonKey != .commonKeyTitle }
      return AVTimedMetadataGroup(items: (title.map { [$0] } ?? []) + others, timeRange: group.timeRange)
    }
  }

  /// Returns the chapters with a title in a language, each with its title and the items of these common keys besides.
  ///
  /// - Parameter commonKeys: the keys of items beside the title. It stands for all of them where it is `nil` or empty.
  public func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] {
    let wanted = Set((commonKeys ?? []) + [.commonKeyTitle])
    return chapterGroups(for: .availableChapterLocales).compactMap { group in
      let titles = group.items.filter { $0.commonKey == .commonKeyTitle }
      guard titles.contains(where: { $0.titleLocale.identifier == locale.identifier }) else { return nil }
      let items = group.items.filter { item in
        if item.commonKey == .commonKeyTitle { return item.titleLocale.identifier == locale.identifier }
        return commonKeys?.isEmpty ?? true || item.commonKey.map(wanted.contains) ?? false
      }
      return AVTimedMetadataGroup(items: items, timeRange: group.timeRange)
    }
  }

  /// The languages of the chapters' titles, in the order in which they come. It is "und" where the container does not
  /// say.
  public var availableChapterLocales: [Locale] {
    var locales: [Locale] = []
    for item in chapterGroups(for: .availableChapterLocales).flatMap(\.items) where item.commonKey == .commonKeyTitle {
      if !locales.contains(where: { $0.identifier == item.titleLocale.identifier }) { locales.append(item.titleLocale) }
    }
    return locales
  }

  private func chapterGroups(for property: AssetProperty) -> [AVTimedMetadataGroup] {
    information(for: property)?.chapters.map { AVTimedMetadataGroup($0) } ?? []
  }

  /// The asynchronous form of `chapterMetadataGroups(bestMatchingPreferredLanguages:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String]) async throws
    -> [AVTimedMetadataGroup]
  {
    try await loading.load(.availableChapterLocales)
    return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String],
    completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
  ) {
    whenLoaded(.availableChapterLocales, completionHandler) {
      $0.chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }
  }

  /// The asynchronous form of `chapterMetadataGroups(withTitleLocale:containingItemsWithCommonKeys:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
  ) async throws -> [AVTimedMetadataGroup] {
    try await loading.load(.availableChapterLocales)
    return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
  }
}

extension AVMetadataItem {
  /// The language of a chapter's title.
  fileprivate var titleLocale: Locale { locale ?? Locale(identifier: "und") }
}

extension AVTimedMetadataGroup {
  /// The group of a chapter, with the titles in all languages, then the pictures.
  fileprivate convenience init(_ chapter: SourceChapter) {
    let items = chapter.titles.map(Self.item) + chapter.pictures.compactMap { AVMetadataItem($0).asCommon }
    self.init(items: items.map { $0.during(chapter.timeRange) }, timeRange: chapter.timeRange)
  }

  private static func item(_ title: SourceChapter.Title) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = title.text as NSString
    item.extendedLanguageTag = title.languageTag
    return item
  }
}
