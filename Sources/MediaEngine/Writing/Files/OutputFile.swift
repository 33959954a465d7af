import CoreMedia
import Foundation
import MediaSupport
import MovieFile

/// A new file, or the stream or segments that replace it, opened in its container.
struct OutputFile {
  let container: any ContainerWriter
  /// The directory for packets that are held back; `nil` if nothing may be written to a disk.
  let spillDirectory: String?
  /// A Boolean value that says whether samples keep their source's times, as segments do, instead of being counted from
  /// the session's start.
  let keepsSourceTimes: Bool

  /// - Throws: `MediaError` of stage `.opening`: the file exists, cannot be made, or the disk is full.
  init(_ configuration: FileConfiguration, to destination: OutputDestination) throws {
    switch (configuration.container.rules.writer, destination) {
    case (.movie(let format), .file(let path)):
      let file = try PendingFile(
        for: path, in: configuration.temporaryDirectory, replacing: configuration.replacesExisting)
      try self.init(file) { try MovieContainerWriter(.movie(file), format: format, configuration) }
    case (.movie(let format), .fragments(let path, let fragments)):
      let file = try PendingFile(inPlace: path)
      try self.init(file) { try MovieContainerWriter(.fragments(file, fragments), format: format, configuration) }
    case (.movie(let format), .segments(let segments)):
      self.init(
        try MovieContainerWriter(.segments(segments), format: format, configuration), keepsSourceTimes: true)
    case (.movie(let format), .stream(let interval, let write)):
      let segments = SegmentConfiguration.stream(of: interval, to: write)
      self.init(try MovieContainerWriter(.segments(segments), format: format, configuration))
    case (.library(let format), .file(let path)), (.library(let format), .fragments(let path, _)):
      let file = try PendingFile(
        for: path, in: configuration.temporaryDirectory, replacing: configuration.replacesExisting)
      try self.init(file) { try LibraryContainerWriter(.file(file), format, configuration) }
    case (.library(let format), .stream(_, let write)):
      self.init(
        try LibraryContainerWriter(.stream(write), format, configuration),
        spillDirectory: configuration.temporaryDirectory ?? FileManager.default.temporaryDirectory.path)
    case (.library, .segments):
      throw MediaError(
        .unsupportedByContainer, .opening, "\(configuration.container.name) cannot be written in segments; mp4 can")
    }
  }

  private init(_ container: any ContainerWriter, spillDirectory: String? = nil, keepsSourceTimes: Bool = false) {
    self.container = container
    self.spillDirectory = spillDirectory
    self.keepsSourceTimes = keepsSourceTimes
  }

  private init(_ file: PendingFile, _ open: () throws -> any ContainerWriter) throws {
    do {
      self.init(try open(), spillDirectory: file.directory)
    } catch {
      file.remove()
      throw error
    }
  }
}

extension SegmentConfiguration {
  /// Returns the configuration of a movie that is written as a stream, without seeking back.
  fileprivate static func stream(
    of interval: CMTime, to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) -> SegmentConfiguration {
    let boundaries = SegmentBoundaries(start: .zero, interval: interval.isNumeric ? interval : streamInterval)
    return SegmentConfiguration(profile: .stream, rule: .every(boundaries)) { segment in
      do {
        try segment.bytes.withUnsafeBytes(write)
      } catch let error as POSIXError {
        throw MediaError.system(error.code.rawValue, .writing, "cannot write the file")
      }
    }
  }
}
