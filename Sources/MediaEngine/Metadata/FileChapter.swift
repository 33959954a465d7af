package import CoreMedia
import MovieFile

/// A named stretch of a file to be written, on its own timeline.
package struct FileChapter: Hashable, Sendable {
  package var title: String
  package var timeRange: CMTimeRange

  package init(_ title: String, _ timeRange: CMTimeRange) {
    self.title = title
    self.timeRange = timeRange
  }
}

extension FileChapter {
  /// The time range in nanoseconds, for libavformat.
  var nanoseconds: Range<Int64> {
    func value(_ time: CMTime) -> Int64 {
      max(0, CMTimeConvertScale(time, timescale: 1_000_000_000, method: .roundHalfAwayFromZero).value)
    }
    let start = value(timeRange.start)
    return start..<max(start, value(timeRange.end))
  }

  /// Returns the chapter for a file in which all times are later.
  func later(by delay: CMTime) -> FileChapter {
    var chapter = self
    chapter.timeRange.start = timeRange.start + delay
    return chapter
  }
}

extension ChapterList {
  init(_ chapters: [FileChapter]) {
    self.init(
      chapters.map { chapter in
        let start = CMTimeConvertScale(
          chapter.timeRange.start, timescale: Self.ticksPerSecond, method: .roundHalfAwayFromZero)
        return Chapter(start: max(0, start.value), title: chapter.title)
      })
  }
}
