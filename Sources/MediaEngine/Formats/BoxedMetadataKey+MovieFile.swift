import CoreMedia
import MovieFile

/// Tables of metadata keys, as format descriptions and as movie files hold them.
extension CMFormatDescription {
  /// The keys of a boxed metadata entry; empty for another entry, and where its table is damaged.
  static func boxedMetadataKeys(of entry: SampleEntry) -> [BoxedMetadataKey] {
    guard entry.format == "mebx", case .other(let payload) = entry.fields,
      let box = try? ByteReader(payload, boxType: entry.format).firstBox("keys"),
      let table = try? MetadataKeyTable(parsing: box.payload)
    else { return [] }
    return table.keys.map { BoxedMetadataKey($0) }
  }
}

extension SampleEntry {
  /// The entry of boxed metadata; `nil` for a format without keys.
  init?(boxedMetadata format: CMFormatDescription) {
    let keys = format.boxedMetadataKeys
    guard !keys.isEmpty else { return nil }
    let table = OpaqueBox("keys", MetadataKeyTable(keys.map { MetadataKeyTable.Key($0) }).serialized())
    var writer = ByteWriter()
    writer.box(table)
    self = .other(format: "mebx", payload: writer.bytes)
  }
}

extension BoxedMetadataKey {
  fileprivate init(_ key: MetadataKeyTable.Key) {
    self.init(localID: key.localID, namespace: key.namespace.rawValue, value: key.value)
    dataType = key.dataType.map { DataType($0) }
    conformingTypes = key.conformingTypes.map { DataType($0) }
    language = key.language
    setup = key.setup
  }
}

extension BoxedMetadataKey.DataType {
  fileprivate init(_ type: MetadataKeyTable.DataType) {
    switch type {
    case .wellKnown(let number): self.init(namespace: Self.wellKnownNamespace, value: Self.bytes(number))
    case .named(let name): self.init(namespace: Self.namedNamespace, value: Array(name.utf8))
    case .other(let namespace, let value): self.init(namespace: namespace, value: value)
    }
  }
}

extension MetadataKeyTable.Key {
  fileprivate init(_ key: BoxedMetadataKey) {
    self.init(localID: key.localID, namespace: FourCC(rawValue: key.namespace), value: key.value)
    dataType = key.dataType.map { .init($0) }
    conformingTypes = key.conformingTypes.map { .init($0) }
    language = key.language
    setup = key.setup
  }
}

extension MetadataKeyTable.DataType {
  /// Makes the type from the same bytes: the form of a namespace's values is not judged here.
  fileprivate init(_ type: BoxedMetadataKey.DataType) {
    self = .other(namespace: type.namespace, value: type.value)
  }
}
