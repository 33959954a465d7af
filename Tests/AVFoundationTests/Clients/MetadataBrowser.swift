import AVFoundation

/// A program that shows what a file says of itself, in the shape of the article on retrieving media metadata.
struct MetadataBrowser {
  let asset: AVAsset

  /// Every format's items, by their identifiers.
  func everything() async throws -> [AVMetadataFormat: [String]] {
    var found: [AVMetadataFormat: [String]] = [:]
    for format in try await asset.load(.availableMetadataFormats) {
      let metadata = try await asset.loadMetadata(for: format)
      found[format] = metadata.compactMap { $0.identifier?.rawValue }
    }
    return found
  }

  /// An item's text, in the language that the user likes best.
  func text(_ identifier: AVMetadataIdentifier, preferring languages: [String] = []) async throws -> String? {
    let metadata = try await asset.load(.metadata)
    let items = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: identifier)
    let preferred = AVMetadataItem.metadataItems(from: items, filteredAndSortedAccordingToPreferredLanguages: languages)
    return try await (preferred.first ?? items.first)?.load(.stringValue)
  }

  /// The picture on the cover.
  func artwork() async throws -> Data? {
    let metadata = try await asset.load(.commonMetadata)
    guard
      let item = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierArtwork).first
    else { return nil }
    return try await item.load(.dataValue)
  }
}
