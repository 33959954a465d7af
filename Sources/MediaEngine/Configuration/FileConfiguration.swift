package import CoreMedia
import Foundation

/// The configuration of a file without its tracks: fixed when writing starts.
package struct FileConfiguration: Sendable {
  package var container: ContainerFormat
  /// A Boolean value that says whether the tables come before the media, for movie files.
  package var isFastStart = false
  /// Ticks a second of a movie's own times; 0 lets the writer choose.
  package var movieTimeScale: Int32 = 0
  /// The date at which the media was made, for the headers of a movie file; `nil` where it is not known.
  package var creationDate: Date?
  /// The rate at which a movie asks to be played: 1 is as recorded.
  package var preferredRate = 1.0
  /// The volume at which a movie asks to be played: 1 is as recorded, 0 is silent.
  package var preferredVolume = 1.0
  /// Metadata of the file, of the key spaces that the container carries.
  package var metadata: [MetadataRecord] = []
  /// The chapters in their order; containers without a list of chapters ignore them.
  package var chapters: [FileChapter] = []
  /// Files beside the media; containers without a place for them ignore them.
  package var attachments: [FileAttachment] = []
  /// The folder of the unfinished file, and of packets that are held back meanwhile; `nil` for the destination's
  /// folder, or for the system's where there is no file.
  package var temporaryDirectory: String?
  /// A Boolean value that says whether a file that has the name already is replaced when the new one is complete.
  /// Otherwise it is an error.
  package var replacesExisting = false
  /// The number of bytes that the file may have; `nil` where only its container and the disk bound it.
  package var largestSize: Int64?

  package init(container: ContainerFormat) { self.container = container }
}

/// The destination of the bytes that are written.
package enum OutputDestination: Sendable {
  /// A file that gets its name when it is complete.
  case file(path: String)
  /// A movie file that has its name from the start, because it plays as far as it was written; other containers are
  /// written as `.file`.
  case fragments(path: String, FragmentConfiguration)
  /// Segments of a movie that are given out; no file is written.
  case segments(SegmentConfiguration)
  /// Bytes that are given out in their order, on the file's worker; no file is written. An error that `write` throws
  /// ends writing. A movie is written in fragments of an interval, which is the writer's to choose where it is not
  /// numeric.
  case stream(interval: CMTime, write: @Sendable (UnsafeRawBufferPointer) throws -> Void)

  /// The boundaries where segments are to end by themselves, and encoded pictures start them; `nil` for other
  /// destinations and rules.
  package var segmentBoundaries: SegmentBoundaries? {
    if case .segments(let segments) = self, case .every(let boundaries) = segments.rule { boundaries } else { nil }
  }
}
