internal import YAML

/// A file of jobs: inputs, each with the outputs that it is to become. `Schemas/jobs.schema.json` describes it.
///
/// In YAML it is a list of entries, or a single entry. In NDJSON, which the extension of the name indicates, each line
/// is an entry. The caller's settings apply where an entry has none.
public struct JobFile {
  private let entries: [JobFileEntry]

  /// Reads a file of jobs.
  ///
  /// - Parameter presets: the presets that `preset:` can name.
  /// - Throws: `JobError` of exit 78, which names the file and the line.
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

  /// Returns the jobs, in the order of the file: each input with all outputs of its entry.
  ///
  /// - Parameters:
  ///   - output: the naming and the settings of an output, where the file does not give them.
  ///   - job: all other settings.
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
