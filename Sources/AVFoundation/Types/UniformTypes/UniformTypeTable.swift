import MediaEngine

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

  /// Returns the entry of a type of which only a tag is known. The identifier is made from the tag, so that the same
  /// tag gives the same type.
  ///
  /// It is not Apple's identifier, whose form is not published.
  static func dynamicEntry(of tag: String, _ tagClass: UTTagClass, parent: String) -> Entry {
    let tag = tag.lowercased()
    let code = "\(parent):\(tagClass.rawValue)=\(tag)".utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return Entry(identifier: dynamicPrefix + code.joined(), parents: [parent], tags: [tagClass: [tag]])
  }

  private static let all: [Entry] = (UniformTypeRow.rows(of: table) + UniformTypeRow.media).map { Entry($0) }
  private static let entries = Dictionary(all.map { ($0.identifier, $0) }) { first, _ in first }
}

extension UniformTypeTable.Entry {
  fileprivate init(_ row: UniformTypeRow) {
    identifier = row.identifier
    parents = row.parents
    if !row.fileExtensions.isEmpty { tags[.filenameExtension] = row.fileExtensions }
    if !row.mimeTypes.isEmpty { tags[.mimeType] = row.mimeTypes }
    name = row.name
  }
}
