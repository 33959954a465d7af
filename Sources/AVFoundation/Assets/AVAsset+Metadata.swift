import Foundation
import MediaEngine

/// The metadata of the container and of its media.
extension AVAsset {
  /// Every item, in the file's order.
  public var metadata: [AVMetadataItem] { metadata(for: .metadata) }

  /// The items that have a common key, each under that key.
  public var commonMetadata: [AVMetadataItem] { metadata(for: .commonMetadata).compactMap(\.asCommon) }

  /// The formats of metadata that the container has here.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata(for: .availableMetadataFormats).formats }

  /// Returns the items that are stored in one format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(for: format) }

  /// The asynchronous form of `metadata(forFormat:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await loading.load(.metadata)
    return metadata(forFormat: format)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    whenLoaded(.metadata, completionHandler) { $0.metadata(forFormat: format) }
  }

  /// The date at which the media was made, from its metadata, or else from the header of a movie file. It is `nil`
  /// where neither has it.
  public var creationDate: AVMetadataItem? {
    let items = metadata(for: .creationDate)
    if let item = items.lazy.compactMap(\.asCommon).first(where: { $0.commonKey == .commonKeyCreationDate }) {
      return item
    }
    guard let date = header(for: .creationDate)?.creationDate else { return nil }
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierCreationDate
    item.value = date as NSDate
    return item.unchanging
  }

  /// The words of a song, from its metadata.
  public var lyrics: String? {
    metadata(for: .lyrics).first { $0.identifier == .iTunesMetadataLyrics }?.stringValue
  }

  /// Returns every item, once a property that follows from them is loaded.
  private func metadata(for property: AssetProperty) -> [AVMetadataItem] {
    header(for: property)?.metadata.map { AVMetadataItem($0) } ?? []
  }
}
