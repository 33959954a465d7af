package import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTags

/// A named stretch of the presentation.
package struct SourceChapter: Sendable {
  package struct Title: Sendable, Hashable {
    package var text: String
    /// The title's language as a BCP 47 tag; `nil` if the container does not state it.
    package var languageTag: String?
  }

  /// The time range on the asset's timeline. Its duration is indefinite if the container does not state the chapter's
  /// end.
  package var timeRange: CMTimeRange
  /// The titles, at most one for each language.
  package var titles: [Title] = []
  package var pictures: [MetadataRecord] = []

  init(start: CMTime, duration: CMTime, titles: [Title] = []) {
    timeRange = CMTimeRange(start: start, duration: duration)
    self.titles = titles
  }
}

extension [SourceChapter] {
  /// Returns the chapters with their ends. A chapter without a stated end lasts until the next one, and the last one
  /// until the presentation's end.
  func endedByTheNext(movieEnd: CMTime) -> [SourceChapter] {
    var chapters = self
    for index in chapters.indices where !chapters[index].timeRange.duration.isNumeric {
      let start = chapters[index].timeRange.start
      let end = index + 1 < chapters.count ? chapters[index + 1].timeRange.start : movieEnd
      if end > start { chapters[index].timeRange.duration = end - start }
    }
    return chapters
  }
}
