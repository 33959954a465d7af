import Foundation
import MediaEngine

/// Named stretches of the presentation.
extension AVAsset {
  /// The chapters, in order: each a group with the title as its one item, or without any where it has no title.
  ///
  /// Containers say no language of their chapters here, so the preferred languages choose nothing.
  public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
    -> [AVTimedMetadataGroup]
  {
    information?.chapters.map { AVTimedMetadataGroup($0) } ?? []
  }

  /// The asynchronous form of `chapterMetadataGroups(bestMatchingPreferredLanguages:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String]) async throws
    -> [AVTimedMetadataGroup]
  {
    try loadedInformation()
    return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
  }
}

extension AVTimedMetadataGroup {
  fileprivate convenience init(_ chapter: SourceInformation.Chapter) {
    let items = chapter.title.map { title in
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = title as NSString
      return [item]
    }
    self.init(items: items ?? [], timeRange: chapter.timeRange)
  }
}
