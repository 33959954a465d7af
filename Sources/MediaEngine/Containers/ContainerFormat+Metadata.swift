package import CoreMedia
import MovieFile

extension ContainerFormat {
  /// Returns whether a record is written under its own identifier.
  package func writes(_ identifier: MetadataIdentifier) -> Bool {
    guard rules.keySpaces.contains(identifier.keySpace) else { return false }
    if MetadataMeaning.of(identifier)?.form == .picture, !rules.carriesPictures { return false }
    switch rules.writer {
    case .movie: return MovieMetadata.writes(identifier)
    case .library(let format): return LibraryTags.writes(identifier, format)
    }
  }

  /// Returns whether a record is written under its own identifier. libavformat only writes texts; of the key spaces of
  /// its containers, only ID3, whose tag is written here, can store bytes.
  func writes(_ record: MetadataRecord) -> Bool {
    guard writes(record.identifier), case .library = rules.writer else { return writes(record.identifier) }
    return record.dataType != MetadataDataType.rawData.rawValue
      || record.identifier.keySpace == MetadataRecord.KeySpace.id3
  }

  /// Returns whether a record is a picture in a form that the container cannot store: libavformat only attaches JPEG
  /// and PNG.
  func refusesPicture(_ record: MetadataRecord) -> Bool {
    guard case .library = rules.writer, record.meanings.first?.form == .picture else { return false }
    return !record.isPicture
  }

  /// A Boolean value that says whether it has a list of chapters that is no track.
  package var carriesChapters: Bool {
    switch rules.writer {
    case .movie: true
    case .library(let format): format.chapters != nil
    }
  }
}
