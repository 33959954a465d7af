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

extension SourceInformation {
  /// The chapters, by their starts. Those of a movie's tracks are read from the file with each call.
  package var chapters: [SourceChapter] {
    if let movie, let bytes = try? probe.source.bytes(cancellation: Cancellation()) {
      return MovieChapters(movie, bytes).chapters
    }
    return (tagChapters ?? libraryChapters).endedByTheNext(movieEnd: duration)
  }

  /// In the container's own scale where its zero is the asset's.
  private func onTimeline(_ time: CMTime) -> CMTime { origin == .zero ? time : time - origin }

  private var tagChapters: [SourceChapter]? {
    guard let tags, !tags.chapters.isEmpty else { return nil }
    // Matroska's chapters have the times of its packets; those of tags are counted from the first sound that is heard.
    let hasContainerTimes = TaggedContainer(probe) == .matroska
    return tags.chapters.map { chapter in
      func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: chapter.timeScale) }
      var result = SourceChapter(
        start: hasContainerTimes ? onTimeline(time(chapter.start)) : time(chapter.start),
        duration: chapter.end.map { time($0 - chapter.start) } ?? .indefinite,
        titles: chapter.titles.map { .init(text: $0.text, languageTag: $0.language.map(ISO639.tag)) })
      result.pictures = chapter.pictures.map { MetadataRecord(TagItem("APIC", .picture($0)), .id3) }
      return result
    }
  }

  private var libraryChapters: [SourceChapter] {
    probe.chapters.map { chapter in
      let start = chapter.timeBase.time(chapter.start)
      let duration = chapter.end.map { chapter.timeBase.time($0) - start } ?? .indefinite
      return SourceChapter(
        start: onTimeline(start), duration: duration,
        titles: chapter.title.map { [.init(text: $0, languageTag: nil)] } ?? [])
    }
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
