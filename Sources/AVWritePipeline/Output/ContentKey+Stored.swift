internal import AVFoundation

extension ContentKey {
  /// Creates the key that a file carries in its metadata or in an attribute. Returns nil if it has none.
  init?(storedIn path: String) {
    let items = AVURLAsset(url: URL(fileURLWithPath: path)).metadata
    let inside = items.lazy.compactMap(\.stringValue).compactMap { ContentKey(text: $0) }.first
    guard let key = inside ?? FileAttribute.key.text(of: path).flatMap({ ContentKey(text: $0) }) else { return nil }
    self = key
  }
}

extension JobExit {
  /// Creates the exit of the jobs that made files, as stored in the files' attributes: the first that is not complete,
  /// or complete if no file has one.
  init(storedIn paths: [String]) {
    let exits = paths.lazy.compactMap { FileAttribute.exit.text(of: $0) }.compactMap { Int32($0) }
    self = exits.compactMap { JobExit(code: $0) }.first ?? .complete
  }
}

extension Rendition {
  /// A Boolean value that says whether the output carries a key.
  var carriesKey: Bool { settings.metadata.items.contains { $0.key == ContentKey.identifier } }

  /// Returns the rendition with an output that carries a key.
  func carrying(_ key: ContentKey) -> Rendition {
    var rendition = self
    rendition.settings.metadata.items.append(MetadataChoice.Item(key: ContentKey.identifier, value: key.text))
    return rendition
  }

  /// The key that the output carries in an attribute, because its container cannot store it.
  var keyBesideContent: ContentKey? {
    let container = settings.format ?? Container(fileName: output)
    if container?.fileType.carries(AVMetadataIdentifier(ContentKey.identifier)) == true { return nil }
    return settings.metadata.items.last { $0.key == ContentKey.identifier }.flatMap { ContentKey(text: $0.value) }
  }
}
