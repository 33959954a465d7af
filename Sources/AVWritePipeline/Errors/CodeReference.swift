/// The content of `avwrite explain`: exit codes, each with the error codes that end so.
public struct CodeReference: Sendable, Hashable {
  /// An exit code, and those of its error codes that are explained.
  struct Entry: Sendable, Hashable {
    var exit: Int32
    var meaning: String
    var codes: [ErrorCode]

    init(_ exit: JobExit, _ codes: [ErrorCode]? = nil) {
      self.exit = exit.code
      meaning = exit.meaning
      self.codes = codes ?? ErrorCode.allCases.filter { $0.exit == exit }
    }

    /// The exit code that belongs to no single job.
    static let partial = Entry(
      exit: 1,
      meaning:
        "with batch, a job did not end with 0, and the report has the code of each; with diff, a fact is dropped",
      codes: [])

    private init(exit: Int32, meaning: String, codes: [ErrorCode]) {
      (self.exit, self.meaning, self.codes) = (exit, meaning, codes)
    }
  }

  let entries: [Entry]

  /// Creates a reference of all codes.
  public init() {
    let all = JobExit.all.map { Entry($0) } + [Entry(ErrorCode.cancelled.exit), .partial]
    entries = all.sorted { $0.exit < $1.exit }
  }

  /// Creates a reference of one code.
  ///
  /// - Parameter code: an exit code such as `65`, or an error code such as `E_DISK_FULL`.
  /// - Throws: `JobError` of exit 64 for a text that is neither.
  public init(code: String) throws(JobError) {
    if let error = ErrorCode(rawValue: code.uppercased()) {
      entries = [Entry(error.exit, [error])]
    } else if let exit = Int32(code).flatMap(JobExit.init(code:)) {
      // One row of the table stands for all signals.
      if case .interrupted = exit { entries = [Entry(exit, [.cancelled])] } else { entries = [Entry(exit)] }
    } else if Int32(code) == Entry.partial.exit {
      entries = [.partial]
    } else {
      throw JobError(.usage, "there is no exit code or error code \(code)", hint: "avwrite explain lists all codes")
    }
  }
}

extension CodeReference {
  /// The codes as text for people.
  package var text: String {
    entries.map { entry in
      let codes = entry.codes.map { code in
        """
          \(code.rawValue)
            what happened: \(code.explanation.meaning)
            what to do:    \(code.explanation.remedy)

        """
      }
      return "exit \(entry.exit): \(entry.meaning)\n" + codes.joined()
    }.joined(separator: "\n")
  }

  /// The codes as JSON, which `Schemas/explain.schema.json` describes.
  package var document: String {
    let exits = entries.map { entry -> JSON in
      let codes = entry.codes.map { code -> JSON in
        [
          "code": JSON(code.rawValue), "meaning": JSON(code.explanation.meaning),
          "remedy": JSON(code.explanation.remedy),
        ]
      }
      return ["exit": JSON(entry.exit), "meaning": JSON(entry.meaning), "codes": .array(codes)]
    }
    return (["v": 1, "type": "explanation", "exits": .array(exits)] as JSON).document
  }
}
