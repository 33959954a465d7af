import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

extension AVAssetWriter {
  /// The date at which the media was made, which the headers of a movie file state to the second. With `nil`, the
  /// default, they have no date, so that the same media gives the same bytes. Other files have metadata alone. Settable
  /// until writing starts.
  public var creationDate: Date? {
    get { state.withLock { $0.configuration.creationDate } }
    set { configure { $0.configuration.creationDate = newValue } }
  }

  /// The rate at which a movie states that it should be played. The default 1 is the recorded rate. Files of other
  /// types do not state it. Settable until writing starts.
  public var preferredRate: Float {
    get { Float(state.withLock { $0.configuration.preferredRate }) }
    set { configure { $0.configuration.preferredRate = Double(newValue) } }
  }

  /// The volume at which a movie states that it should be played. The default 1 is the recorded volume, and 0 is
  /// silence. Files of other types do not state it. Settable until writing starts.
  public var preferredVolume: Float {
    get { Float(state.withLock { $0.configuration.preferredVolume }) }
    set { configure { $0.configuration.preferredVolume = Double(newValue) } }
  }

  /// A writer that delivers the bytes of its file in order, for a pipe or a socket. No byte is changed afterwards.
  ///
  /// Movies are written in fragments, of `movieFragmentInterval` or of two seconds. `outputURL` is the null device's.
  ///
  /// - Parameters:
  ///   - fileType: one with `AVFileType.canStream`.
  ///   - output: takes the next bytes, which are valid during the call; called on a thread of the writer's, which
  ///     waits. An error that it throws ends writing, and `error` says so; a `POSIXError` keeps its code.
  /// - Throws: `AVError.formatUnsupported` for a type that cannot be written like this.
  public convenience init(
    fileType: AVFileType, output: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let container = ContainerFormat(fileType), container.rules.streams else {
      throw AVError(
        MediaError(
          .unsupportedByContainer, .opening,
          "files of type \(fileType.rawValue) cannot be written as a stream: they need seeking"))
    }
    self.init(container, stream: output)
  }

  /// The target size of the file in bytes. With 0, the default, there is none. Settable until writing starts.
  ///
  /// The size is reached by the input that is encoded in several passes, with an average bit rate that its first pass
  /// aims at: it takes the bytes that the other inputs leave. Inputs that are finished by the end of a pass count with
  /// their actual size, so finish the others before. Where several inputs are encoded in several passes, writing does
  /// not start.
  public var targetFileSize: Int64 {
    get { state.withLock { $0.targetFileSize } }
    set { configure { $0.targetFileSize = max(0, newValue) } }
  }
}

extension AVAssetWriter {
  /// Named stretches of the file, each with a title, as
  /// `AVAsset.chapterMetadataGroups(bestMatchingPreferredLanguages:)` gives them; nothing by default. Their times are
  /// the file's, whose zero is the session's start. Before writing starts.
  ///
  /// Chapters are written as the container's own list: Nero's in movie files (255 of them), Matroska's, ID3's, and that
  /// of Vorbis comments; the first title counts. Other file types (`AVFileType.carriesChapters`) have none. A movie
  /// whose chapters Apple's players are to show needs a text track that is associated as
  /// `AVAssetTrack.AssociationType.chapterList` instead.
  public var chapters: [AVTimedMetadataGroup] {
    get { state.withLock { $0.chapters } }
    set {
      configure { _ in }
      let copies = newValue.map { AVTimedMetadataGroup(items: $0.items.map(\.unchanging), timeRange: $0.timeRange) }
      state.withLock { $0.chapters = copies }
    }
  }
}

extension AVAssetWriter {
  /// The files to store in the container beside its media, in this order. There are none by default. Settable until
  /// writing starts.
  ///
  /// Matroska holds them, as `AVFileType.carriesAttachedFiles` tells; files of other types have none. Their bytes are
  /// read when the first sample is written. Where that fails, writing fails.
  public var attachedFiles: [AVAttachedFile] {
    get { state.withLock { $0.configuration.attachments }.map { AVAttachedFile($0) } }
    set { configure { $0.configuration.attachments = newValue.map(\.attachment) } }
  }
}

extension [AVTimedMetadataGroup] {
  /// The chapters for the engine, in the order of their starts. A chapter without an end ends where the next one
  /// starts; the last one ends where it starts.
  var fileChapters: [FileChapter] {
    let ordered = filter { $0.timeRange.start.isNumeric }.sorted { $0.timeRange.start < $1.timeRange.start }
    return ordered.enumerated().map { index, group in
      let next = index + 1 < ordered.count ? ordered[index + 1].timeRange.start : group.timeRange.start
      let end = group.timeRange.duration.isNumeric ? group.timeRange.end : next
      let title = group.items.first { $0.commonKey == .commonKeyTitle }?.stringValue ?? ""
      return FileChapter(title, CMTimeRange(start: group.timeRange.start, end: end))
    }
  }
}
