/// A uniform type as tables state it: the identifier, and the names by which files of the type are known elsewhere.
package struct UniformTypeRow: Sendable {
  package let identifier: String
  /// The identifiers of the types that it builds on.
  package let parents: [String]
  /// The extensions of file names without dots, the preferred one first.
  package let fileExtensions: [String]
  /// The MIME types, the preferred one first.
  package let mimeTypes: [String]
  /// The name in plain English.
  package let name: String
  /// The name of libavformat's demuxer that reads files of the type. It is `nil` if this build reads none.
  package let demuxer: String?

  /// Parses a table: a row in each line, with a bar between the cells, which are the properties in their order. The
  /// last cell may be left out.
  package static func rows(of table: String) -> [UniformTypeRow] { table.split(separator: "\n").map(Self.init(row:)) }

  private init(row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      cell.split(separator: " ").map(String.init)
    }
    identifier = cells[0][0]
    parents = cells[1]
    fileExtensions = cells[2]
    mimeTypes = cells[3]
    name = cells[4].joined(separator: " ")
    demuxer = cells.count > 5 ? cells[5].first : nil
  }
}
