internal import Foundation

/// A look at one file: its facts, or the reason why it cannot be read.
package struct Inspection: Sendable {
  package let path: String
  private let facts: Result<SourceFacts, JobError>

  /// - Parameter path: the path; `-` is the standard input, spooled to the system's folder of temporary files.
  package init(path: String) {
    self.path = path
    facts = Result { () throws(JobError) in
      try Source(InputFile(path: path), spoolFolder: NSTemporaryDirectory()).facts
    }
  }

  package var error: JobError? {
    if case .failure(let error) = facts { error } else { nil }
  }

  /// The facts as text for people, or nil when the file cannot be read.
  package var text: String? { try? facts.get().text(path: path) }

  /// Returns the document of `avwrite inspect --json`; `Schemas/inspect.schema.json` describes it.
  package static func json(_ inspections: [Inspection]) -> JSON {
    ["v": 1, "type": "inspect", "files": .array(inspections.map(\.json))]
  }

  private var json: JSON {
    switch facts {
    case .success(let facts): facts.json(path: path)
    case .failure(let error):
      [
        "path": JSON(path),
        "error": [
          "code": JSON(error.code.rawValue), "exit": JSON(error.exit.code), "message": JSON(error.message),
        ],
      ]
    }
  }
}
