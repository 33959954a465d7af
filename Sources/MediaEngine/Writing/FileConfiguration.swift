import CoreMedia
package import Foundation
import MovieFile

/// What a file is to be: fixed when writing starts.
package struct FileConfiguration: Sendable {
  package var container: ContainerFormat
  package var path: String
  /// The tables come before the media, for movie files.
  package var isFastStart = false
  /// Ticks a second of a movie's own times; 0 lets the writer choose.
  package var movieTimeScale: Int32 = 0
  /// When the media was made, for the headers of a movie file.
  package var creationDate: Date?
  /// What the file says of itself, of the key spaces that the container carries.
  package var metadata: [MetadataRecord] = []
  /// In their order; containers without a list of chapters ignore them.
  package var chapters: [FileChapter] = []
  /// Set for a movie file that plays as far as it was written; other containers ignore it.
  package var fragments: FragmentConfiguration?
  /// Set where segments are given out, and no file is written.
  package var segments: SegmentConfiguration?
  /// Set where the bytes are given out in their order and no file is written; called on the file's worker. An error that
  /// it throws ends writing.
  package var stream: (@Sendable (UnsafeRawBufferPointer) throws -> Void)?
  /// Where the unfinished file lies; `nil` for beside its destination.
  package var temporaryDirectory: String?

  /// Where segments are to end by themselves, and encoded pictures start them.
  package var segmentBoundaries: SegmentBoundaries? {
    if case .every(let boundaries)? = segments?.rule { boundaries } else { nil }
  }

  package init(container: ContainerFormat, path: String) {
    self.container = container
    self.path = path
  }
}

extension FileWriter {
  /// Opens a new file of the configuration's container.
  ///
  /// - Throws: `MediaError` of stage `.opening`: the file exists, cannot be made, or the disk is full.
  package convenience init(_ configuration: FileConfiguration) throws {
    if let stream = configuration.stream {
      try self.init(streaming: configuration, to: stream)
      return
    }
    let format: FileFormat
    switch configuration.container.rules.writer {
    case .movie(let movie): format = movie
    case .library(let library):
      let file = try PendingFile(for: configuration.path, in: configuration.temporaryDirectory)
      try self.init(file: file) { try LibraryContainer(file, library, configuration) }
      return
    }
    if let segments = configuration.segments {
      self.init(container: MovieContainer(segments, format: format, configuration), keepsSourceTimes: true)
    } else if let fragments = configuration.fragments {
      let file = try PendingFile(inPlace: configuration.path)
      try self.init(file: file) { try MovieContainer(file, fragments, format: format, configuration) }
    } else {
      let file = try PendingFile(for: configuration.path, in: configuration.temporaryDirectory)
      try self.init(file: file) { try MovieContainer(file, format: format, configuration) }
    }
  }

  /// A container that is written without going back.
  private convenience init(
    streaming configuration: FileConfiguration, to stream: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    switch configuration.container.rules.writer {
    case .movie(let format):
      let wanted = configuration.fragments?.interval ?? .invalid
      let boundaries = SegmentBoundaries(
        start: .zero, interval: wanted.isNumeric ? wanted : SegmentConfiguration.streamInterval)
      var segments = SegmentConfiguration(profile: .cmaf, rule: .every(boundaries)) { segment in
        try segment.bytes.withUnsafeBytes(stream)
      }
      // The brands of a single track promise what a stream does not keep.
      segments.trackCount = 0
      self.init(container: MovieContainer(segments, format: format, configuration))
    case .library(let library):
      self.init(
        container: try LibraryContainer(nil, library, configuration),
        spillDirectory: configuration.temporaryDirectory ?? FileManager.default.temporaryDirectory.path)
    }
  }

  private convenience init(file: PendingFile, container: () throws -> any ContainerWriter) throws {
    do {
      self.init(container: try container(), spillDirectory: file.directory)
    } catch {
      file.remove()
      throw error
    }
  }
}
