/// The uniform types that are known without a program's bundle.
enum UniformTypeTable {
  struct Entry: Sendable {
    var identifier: String
    /// The identifiers of the types that it builds on.
    var parents: [String] = []
    var tags: [UTTagClass: [String]] = [:]
    /// The name of the type for people, in English. It is `nil` for a type that is not in the table.
    var name: String?
  }

  /// The identifier of any data.
  static let data = "public.data"
  static let dynamicPrefix = "dyn."

  static func entry(_ identifier: String) -> Entry? { entries[identifier] }

  /// Returns the types of a tag in lower case, in the order of the table.
  static func entries(of tag: String, _ tagClass: UTTagClass) -> [Entry] {
    all.filter { $0.tags[tagClass]?.contains(tag) == true }
  }

  /// Returns a type that is known by a tag alone. The identifier is made of the tag, so that the same tag gives the
  /// same type.
  ///
  /// It is not Apple's identifier, whose form is not published.
  static func dynamicEntry(of tag: String, _ tagClass: UTTagClass, parent: String) -> Entry {
    let tag = tag.lowercased()
    let code = "\(parent):\(tagClass.rawValue)=\(tag)".utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return Entry(identifier: dynamicPrefix + code.joined(), parents: [parent], tags: [tagClass: [tag]])
  }

  private static let all: [Entry] = table.split(separator: "\n").map(Entry.init(row:))
  private static let entries = Dictionary(all.map { ($0.identifier, $0) }) { first, _ in first }
}

extension UniformTypeTable.Entry {
  /// - Parameter row: the identifier, those that it builds on, extensions, MIME types, each a list, and the name.
  fileprivate init(row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      cell.split(separator: " ").map(String.init)
    }
    identifier = cells[0][0]
    parents = cells[1]
    if !cells[2].isEmpty { tags[.filenameExtension] = cells[2] }
    if !cells[3].isEmpty { tags[.mimeType] = cells[3] }
    name = cells[4].joined(separator: " ")
  }
}
