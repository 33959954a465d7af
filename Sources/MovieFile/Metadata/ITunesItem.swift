/// An item of iTunes' list (`udta/meta/ilst` with the handler `mdir`).
package struct ITunesItem: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    /// A code: `©nam`, `trkn`, `covr` and so on.
    case code(FourCC)
    /// A freeform item (`----`): the domain of its name, and the name.
    case freeform(mean: String, name: String)
  }

  package var key: Key
  /// The values: one, or several in pictures and freeform items.
  package var values: [MetadataValue]

  package init(_ key: Key, _ values: [MetadataValue]) {
    self.key = key
    self.values = values
  }
}

extension ITunesItem {
  static let handler: FourCC = "mdir"

  /// Returns the items of a `meta` box in `udta`; empty for another handler. Boxes that do not fit end the list.
  static func items(of meta: MetaBox) -> [ITunesItem] {
    guard meta.handler == handler else { return [] }
    var items: [ITunesItem] = []
    try? meta.list?.contents.forEachBox { items.append(try ITunesItem($0)) }
    return items
  }

  private init(_ box: Box) throws {
    var (mean, name) = ("", "")
    values = []
    var children = box.contents
    while let child = try children.nextBox() {
      switch child.type {
      case "data": values.append(try MetadataValue(child))
      case "mean": mean = try Self.text(child)
      case "name": name = try Self.text(child)
      default: break
      }
    }
    key = box.type == "----" ? .freeform(mean: mean, name: name) : .code(box.type)
  }

  private static func text(_ box: Box) throws -> String {
    var reader = box.contents
    try reader.skip(4)
    return String(decoding: reader.rest(), as: UTF8.self)
  }

  /// The item as a child of `ilst`.
  package var box: OpaqueBox {
    switch key {
    case .code(let type): OpaqueBox(type) { box in values.forEach { $0.write(to: &box) } }
    case .freeform(let mean, let name):
      OpaqueBox("----") { box in
        box.fullBox("mean") { $0.append(mean.utf8) }
        box.fullBox("name") { $0.append(name.utf8) }
        values.forEach { $0.write(to: &box) }
      }
    }
  }
}
