import MediaEngine

/// The metadata of a track.
extension AVAssetTrack {
  /// Every item, in the file's order.
  public var metadata: [AVMetadataItem] { information.metadata.map { AVMetadataItem($0) } }

  /// The items that have a common key, each under that key.
  public var commonMetadata: [AVMetadataItem] { metadata.compactMap(\.asCommon) }

  /// The formats of the track's metadata in the container.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }

  /// Returns the items that are stored in one format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(for: format) }

  /// The asynchronous form of `metadata(forFormat:)`. Throws nothing: metadata is read with the asset's header.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    metadata(forFormat: format)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    completionHandler(metadata(forFormat: format), nil)
  }
}
