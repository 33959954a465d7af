package import Foundation

/// The account of a source's facts, as `transcode --json` and `diff --json` write it.
package struct LedgerDocument: Decodable, Sendable {
  package struct Entry: Decodable, Sendable {
    package var fact: String
    package var from: String?
    package var to: String?
    package var `as`: String?
    package var reason: String?
  }

  package var kept: [Entry]
  package var converted: [Entry]
  package var dropped: [Entry]
  package var added: [Entry]

  /// The facts that changed.
  package var changed: [Entry] { converted + dropped }

  private struct Result: Decodable { var ledger: LedgerDocument }

  /// Reads the ledger of a result or a difference.
  package init(of document: Data) throws { self = try JSONDecoder().decode(Result.self, from: document).ledger }

  /// Returns the ledger that `avwrite diff` prints for two files, whether or not something is dropped.
  package static func differences(_ before: String, _ after: String) throws -> Self {
    let diff = try Tool.avwrite.run(["diff", before, after, "--json"], accepting: [0, 1])
    return try Self(of: diff.data)
  }

  /// Returns the ledger of transcoding a file with `avwrite transcode`.
  ///
  /// - Throws: `Tool.Failure` where it does not exit 0.
  package static func transcoding(_ source: String, to output: String, _ options: [String] = []) throws -> Self {
    try Self(of: try Tool.avwrite.run(["transcode", source, output, "--json", "-q"] + options).data)
  }
}
