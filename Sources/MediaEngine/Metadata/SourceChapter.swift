package import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTags

/// A named stretch of the presentation.
package struct SourceChapter: Sendable {
  package struct Title: Sendable, Hashable {
    package var text: String
    /// BCP 47; `nil` where the container does not say.
    package var languageTag: String?
  }

  /// On the asset's timeline; its duration is indefinite where the container does not say when it ends.
  package var timeRange: CMTimeRange
  /// At most one for each language.
  package var titles: [Title] = []
  package var pictures: [MetadataRecord] = []

  init(start: CMTime, duration: CMTime, titles: [Title] = []) {
    timeRange = CMTimeRange(start: start, duration: duration)
    self.titles = titles
  }
}

extension [SourceChapter] {
  /// A chapter that does not say when it ends does so with the next one, and the last with the presentation.
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
