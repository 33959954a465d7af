package import CoreMedia
import MovieFile

extension ContainerFormat {
  /// Whether a record is written under its own identifier.
  package func writes(_ identifier: MetadataIdentifier) -> Bool {
    guard rules.keySpaces.contains(identifier.keySpace) else { return false }
    if MetadataMeaning.of(identifier)?.form == .picture, !rules.carriesPictures { return false }
    switch rules.writer {
    case .movie: return MovieMetadata.writes(identifier)
    case .library(let format): return LibraryTags.writes(identifier, format)
    }
  }
}
