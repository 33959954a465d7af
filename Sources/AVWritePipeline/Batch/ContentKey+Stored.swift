internal import AVFoundation

extension ContentKey {
  /// The key that a file carries; nil where it has none.
  init?(storedIn path: String) {
    let items = AVURLAsset(url: URL(fileURLWithPath: path)).metadata
    guard let key = items.lazy.compactMap({ $0.stringValue.flatMap { ContentKey(text: $0) } }).first else { return nil }
    self = key
  }
}

extension Rendition {
  /// The same, whose output carries a key.
  func carrying(_ key: ContentKey) -> Rendition {
    var rendition = self
    rendition.settings.metadata.items.append(MetadataChoice.Item(key: ContentKey.identifier, value: key.text))
    return rendition
  }
}
