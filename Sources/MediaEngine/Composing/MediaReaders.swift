import CoreMedia
import Synchronization

/// Reads parts of media, one after the other. The last reader stays open, and is reset to the next part if that is of
/// the same media: adjacent segments are decoded by one decoder, and no two decoders hold pictures.
///
/// One caller at a time reads; any thread may query warnings and losses.
final class MediaReaders: @unchecked Sendable {
  // Sendable: one caller at a time reads; the properties for other threads are behind a lock.

  /// Opens a reader of a range of a media's timeline.
  typealias Open = (ComposedMedia, TrackReader.Output, CMTimeRange) throws -> any SampleReader

  private struct Last {
    let media: ComposedMedia
    let output: TrackReader.Output
    let reader: any SampleReader
  }

  private struct Notes {
    /// The reader that is open.
    var reader: (any SampleReader)?
    /// The warnings of readers that were closed.
    var warnings: [String] = []
    var losses: [CMTimeRange] = []
  }

  private let open: Open
  private var last: Last?
  private let notes = Mutex(Notes())

  init(_ open: @escaping Open) { self.open = open }

  /// Begins to read a part of a media.
  /// - Parameter accessTime: the time within the part at or before which reading seeks a random-access point. If it is
  ///   `nil`, reading begins at the part's start.
  /// - Throws: `MediaError`: the media cannot be opened.
  func begin(
    _ media: ComposedMedia, _ output: TrackReader.Output, _ range: CMTimeRange,
    fromAccessPointAt accessTime: CMTime? = nil
  ) throws -> any SampleReader {
    if let last, last.media == media, last.output == output {
      if let accessTime {
        last.reader.reset(to: range, fromAccessPointAt: accessTime)
      } else {
        last.reader.reset(to: [range])
      }
      return last.reader
    }
    last = nil
    notes.withLock { notes in
      notes.warnings += notes.reader?.warnings ?? []
      notes.reader = nil
    }
    let reader = try open(media, output, range)
    if let accessTime { reader.reset(to: range, fromAccessPointAt: accessTime) }
    last = Last(media: media, output: output, reader: reader)
    notes.withLock { $0.reader = reader }
    return reader
  }

  /// Notes the losses in a part of a segment that was read.
  func end(_ part: CompositionMap<ComposedMedia>.Segment) {
    guard let lost = last?.reader.lostTimeRanges, !lost.isEmpty else { return }
    let ranges = lost.map(part.source.intersection).filter { $0.isValid && !$0.isEmpty }
      .map { CMTimeRange(start: part.targetTime(of: $0.start), end: part.targetTime(of: $0.end)) }
    notes.withLock { notes in
      for range in ranges where !notes.losses.contains(range) { notes.losses.append(range) }
    }
  }

  /// The problems that did not stop reading, one sentence each. Any thread.
  var warnings: [String] { notes.withLock { $0.warnings + ($0.reader?.warnings ?? []) } }

  /// The time ranges that are missing because of damage in the parts that were read, on the composition's timeline. Any
  /// thread.
  var lostTimeRanges: [CMTimeRange] { notes.withLock { $0.losses } }
}
