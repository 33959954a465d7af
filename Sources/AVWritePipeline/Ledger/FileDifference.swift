internal import Foundation

/// The facts that differ between two files, as `avwrite diff` shows them.
package struct FileDifference: Sendable {
  package let before: String
  package let after: String
  package let ledger: Ledger

  /// Reads the tables of both files.
  ///
  /// - Parameters: the paths or URLs of the files, one of which may be `-`.
  /// - Throws: `JobError` of exit 65 to 67, or of 73 or 74 where the standard input cannot be spooled.
  package init(_ before: String, _ after: String) throws(JobError) {
    self.before = before
    self.after = after
    let facts = try [before, after].map { (path) throws(JobError) in
      try Source(InputFile(path: path), spoolFolder: NSTemporaryDirectory()).facts
    }
    ledger = FactComparison(facts[0], facts[1], includesEstimates: true).ledger
  }

  /// A Boolean value that says whether every fact of the first file is in the second, as it was or converted.
  package var isComplete: Bool { ledger.dropped.isEmpty }
}

extension FileDifference {
  /// The document of `avwrite diff --json`; `Schemas/diff.schema.json` describes it.
  package var document: String {
    let object: JSON = [
      "v": 1, "type": "diff", "a": JSON(before), "b": JSON(after), "ledger": ledger.json,
    ]
    return object.document
  }

  /// The difference as text for people: each fact that differs, and the counts.
  package var text: String { (ledger.lines + [ledger.summary]).printableText }
}
