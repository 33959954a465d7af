package import CoreMedia
import MediaInterop
package import MovieFile

/// The tracks and properties of an asset's content: of a file, or of a composition.
package protocol AssetInformation: Sendable {
  var tracks: [SourceTrack] { get }
  /// The end of the longest track. It is indefinite if it is not known.
  var duration: CMTime { get }
  /// The chapters, in the order of their starts.
  var chapters: [SourceChapter] { get }
  /// The files that the container holds beside its media, except pictures, which are metadata.
  var attachments: [FileAttachment] { get }
  /// The container's name in plain English. It is empty if there is no container.
  var containerTitle: String { get }
  /// The movie, for QuickTime and ISO files.
  var movie: Movie? { get }
  /// A Boolean value that says whether the container has an index of times and file positions.
  var isIndexed: Bool { get }
}

extension SourceInformation: AssetInformation {
  package var isIndexed: Bool { probe.isIndexed }
}
