/// An item of QuickTime's key-value metadata (QuickTime File Format, "Metadata": `meta` with the handler `mdta`).
package struct KeyedMetadataItem: Hashable, Sendable {
  /// The namespace of the key's name; `mdta` for reverse domain names.
  package var namespace: FourCC
  /// The key's name, such as `com.apple.quicktime.title`.
  package var key: String
  /// One value, or one for each of several locales.
  package var values: [MetadataValue]

  package init(namespace: FourCC = "mdta", key: String, values: [MetadataValue]) {
    self.namespace = namespace
    self.key = key
    self.values = values
  }
}

/// The list of keyed items: a `meta` box of a movie or a track.
package enum KeyedMetadata {
  static let handler: FourCC = "mdta"

  /// Returns the items of a `meta` box; empty for another handler.
  ///
  /// An item without a key, or a box that does not fit, ends the list: a movie is not refused because of broken
  /// metadata.
  package static func items(of meta: OpaqueBox) -> [KeyedMetadataItem] {
    MetaBox(meta).map { items(of: $0) } ?? []
  }

  static func items(of boxes: MetaBox) -> [KeyedMetadataItem] {
    guard boxes.handler == handler, let keys = try? keys(boxes.keys) else { return [] }
    var items: [KeyedMetadataItem] = []
    try? boxes.list?.contents.forEachBox { entry in
      // The type of an entry is the number of its key, from 1.
      let index = Int(entry.type.rawValue) - 1
      guard keys.indices.contains(index) else { return }
      var item = KeyedMetadataItem(namespace: keys[index].namespace, key: keys[index].name, values: [])
      try entry.contents.forEachBox { child in
        if child.type == "data" { item.values.append(try MetadataValue(child)) }
      }
      items.append(item)
    }
    return items
  }

  private static func keys(_ box: Box?) throws -> [(namespace: FourCC, name: String)] {
    guard var reader = box?.contents else { return [] }
    try reader.skip(4)
    let count = Int(try reader.u32())
    var keys: [(FourCC, String)] = []
    while keys.count < count, let key = try reader.nextBox() {
      keys.append((key.type, String(decoding: key.payload, as: UTF8.self)))
    }
    return keys
  }

  /// Returns the `meta` box of a list; `nil` for an empty one.
  package static func box(_ items: [KeyedMetadataItem], in format: FileFormat) -> OpaqueBox? {
    guard !items.isEmpty else { return nil }
    var names: [KeyedMetadataItem] = []
    // Items with the same key share one entry.
    for item in items where !names.contains(where: { $0.namespace == item.namespace && $0.key == item.key }) {
      names.append(item)
    }
    return OpaqueBox("meta") { meta in
      // QuickTime's `meta` is not a full box.
      if !format.isQuickTime { meta.u32(0) }
      meta.fullBox("hdlr") { box in
        box.u32(0)
        box.fourCC(handler)
        box.zeros(12)
        // An empty name: a Pascal string of length 0, or a string that is only its terminating zero.
        box.u8(0)
      }
      meta.fullBox("keys") { keys in
        keys.u32(UInt32(names.count))
        for name in names { keys.box(name.namespace) { $0.append(name.key.utf8) } }
      }
      meta.box("ilst") { list in
        for item in items {
          guard let index = names.firstIndex(where: { $0.namespace == item.namespace && $0.key == item.key }) else {
            continue
          }
          list.box(FourCC(rawValue: UInt32(index + 1))) { entry in item.values.forEach { $0.write(to: &entry) } }
        }
      }
    }
  }
}

/// The children of a `meta` box in either form: QuickTime's has its first child where ISO's has a version.
struct MetaBox {
  var handler: FourCC?
  var keys: Box?
  var list: Box?

  /// Reads the children; `nil` for a box whose children do not fit in it.
  init?(_ meta: OpaqueBox) {
    var reader = ByteReader(meta.payload, boxType: "meta")
    var probe = reader
    guard (try? probe.skip(4)) != nil, let type = try? probe.fourCC() else { return nil }
    if type != "hdlr" { guard (try? reader.skip(4)) != nil else { return nil } }
    do {
      try reader.forEachBox { child in
        switch child.type {
        case "hdlr": handler = try Handler(child).type
        case "keys": keys = child
        case "ilst": list = child
        default: break
        }
      }
    } catch { return nil }
  }
}
