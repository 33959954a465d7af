internal import YAML

/// A file of jobs: inputs, each with what it is to become. `Schemas/jobs.schema.json` describes it.
///
/// In YAML a list of entries, or one alone; in NDJSON, by the name's ending, an entry in each line. What an entry does not
/// say is as the caller says it.
public struct JobFile {
  private let entries: [JobFileEntry]

  /// - Parameter presets: what `preset:` names.
  /// - Throws: `JobError` of exit 78, which names file and line.
  public init(path: String, presets: PresetCatalog) throws(JobError) {
    let parts = Self.isLines(path) ? try YAMLFile.lines(of: path) : [try YAMLFile(path: path)]
    var entries: [JobFileEntry] = []
    for part in parts {
      for node in part.root.elements ?? [part.root] { entries.append(try JobFileEntry(node, in: part, presets)) }
    }
    self.entries = entries
  }

  private static func isLines(_ path: String) -> Bool {
    [".ndjson", ".jsonl"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The jobs, in the order of the file: each input with all outputs of its entry.
  ///
  /// - Parameters:
  ///   - output: how an output is named and what it is, as far as the file does not say.
  ///   - job: what else is wanted.
  public func jobs(_ output: BatchJob.Output, like job: JobDescription) -> [BatchJob] {
    let inputs = entries.map { entry in entry.inputs.flatMap { BatchInput.expand($0) } }
    let shared = SharedFolder(of: inputs.joined())
    return zip(entries, inputs).flatMap { entry, inputs in
      var job = job
      if let time = entry.time { job.time = time }
      let outputs = entry.outputs.isEmpty ? [output] : entry.outputs.map { $0.output(beneath: output) }
      return inputs.map { BatchJob($0, below: shared, outputs: outputs, like: job) }
    }
  }
}
