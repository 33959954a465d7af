import Foundation
import MediaEngine

/// What a container says of itself and of its media.
extension AVAsset {
  /// Every item, in the file's order.
  public var metadata: [AVMetadataItem] { information?.metadata.map { AVMetadataItem($0) } ?? [] }

  /// The items that have a common key, under it.
  public var commonMetadata: [AVMetadataItem] { metadata.compactMap(\.asCommon) }

  /// The ways in which the container stores metadata here.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }

  /// The items that are stored in one way.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(for: format) }

  /// The asynchronous form of `metadata(forFormat:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try loadedInformation()
    return metadata(forFormat: format)
  }

  /// When the media was made, as its metadata says.
  public var creationDate: AVMetadataItem? { commonMetadata.first { $0.commonKey == .commonKeyCreationDate } }

  /// The words of a song, as its metadata has them.
  public var lyrics: String? { metadata.first { $0.identifier == .iTunesMetadataLyrics }?.stringValue }
}
