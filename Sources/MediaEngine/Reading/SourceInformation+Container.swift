package import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MovieFile

extension SourceInformation {
  /// The container's name for people, with the brand of a movie file that states one: `QuickTime / MOV (mp42)`.
  package var containerTitle: String {
    guard let brand = movie?.fileType?.majorBrand else { return probe.formatTitle }
    return probe.formatTitle + " (" + "\(brand)".trimmingCharacters(in: .whitespaces) + ")"
  }

  /// A named stretch of the presentation.
  package struct Chapter: Sendable {
    package var title: String?
    /// On the asset's timeline; its duration is indefinite where the container does not say when it ends.
    package var timeRange: CMTimeRange
  }

  package var chapters: [Chapter] {
    probe.chapters.map { chapter in
      let start = chapter.timeBase.time(chapter.start)
      let duration = chapter.end.map { chapter.timeBase.time($0) - start } ?? .indefinite
      return Chapter(title: chapter.title, timeRange: CMTimeRange(start: start - origin, duration: duration))
    }
  }
}
