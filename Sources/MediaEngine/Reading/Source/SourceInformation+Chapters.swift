import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTags
import MediaTime

extension SourceInformation {
  /// The chapters, in the order of their starts. Each access reads those of a movie's tracks from the file.
  package var chapters: [SourceChapter] {
    if let movie, let bytes = try? probe.source.bytes(cancellation: Cancellation()) {
      return MovieChapters(movie, bytes).chapters
    }
    return (tagChapters ?? libraryChapters).endedByTheNext(movieEnd: duration)
  }

  /// Returns a time of the container on the asset's timeline. It keeps the container's own scale if the two have the
  /// same zero.
  private func onTimeline(_ time: CMTime) -> CMTime { origin == .zero ? time : time - origin }

  private var tagChapters: [SourceChapter]? {
    guard let tags, !tags.chapters.isEmpty else { return nil }
    // Matroska's chapters have the times of its packets. Chapters in tags have times that count from the first audible
    // sound.
    let hasContainerTimes = probe.traits.tags == .matroska
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
