package import CoreMedia
import Foundation

/// The configuration of a file without its tracks. It cannot change after writing starts.
package struct FileConfiguration: Sendable {
  package var container: ContainerFormat
  /// A Boolean value that says whether the tables come before the media, for movie files.
  package var isFastStart = false
  /// Ticks a second of a movie's own times; 0 lets the writer choose.
  package var movieTimeScale: Int32 = 0
  /// The date at which the media was made, for the headers of a movie file; `nil` if it is not known.
  package var creationDate: Date?
  /// The rate at which a movie should be played; 1 is normal speed.
  package var preferredRate = 1.0
  /// The volume at which a movie should be played; 1 is as recorded, 0 is silent.
  package var preferredVolume = 1.0
  /// The metadata of the file, in the key spaces that the container supports.
  package var metadata: [MetadataRecord] = []
  /// The chapters in their order; containers without a list of chapters ignore them.
  package var chapters: [FileChapter] = []
  /// The files to store beside the media; containers that cannot store them ignore them.
  package var attachments: [FileAttachment] = []
  /// The folder for the unfinished file, and for packets that are held back meanwhile. If it is `nil`, it is the
  /// destination's folder, or the system's temporary folder if there is no file.
  package var temporaryDirectory: String?
  /// A Boolean value that says whether an existing file at the destination is replaced when the new one is complete.
  /// Otherwise an existing file is an error.
  package var replacesExisting = false
  /// The largest allowed size of the file in bytes. It is `nil` if only the container and the disk limit it.
  package var largestSize: Int64?

  package init(container: ContainerFormat) { self.container = container }
}

/// The destination of the bytes that are written.
package enum OutputDestination: Sendable {
  /// A file that gets its final name when it is complete.
  case file(path: String)
  /// A fragmented movie file that has its final name from the start, because it is playable while it is written. Other
  /// containers are written as `.file`.
  case fragments(path: String, FragmentConfiguration)
  /// Segments of a movie that are delivered to a closure; no file is written.
  case segments(SegmentConfiguration)
  /// Bytes that are delivered in their order, on the file's worker; no file is written. An error that `write` throws
  /// ends writing. A movie is written in fragments of the interval; if that is not numeric, the writer chooses one.
  case stream(interval: CMTime, write: @Sendable (UnsafeRawBufferPointer) throws -> Void)

  /// The boundaries at which segments end automatically, and at which encoded pictures are key frames. It is `nil` for
  /// other destinations and rules.
  package var segmentBoundaries: SegmentBoundaries? {
    if case .segments(let segments) = self, case .every(let boundaries) = segments.rule { boundaries } else { nil }
  }
}
