internal import AVWritePipeline
internal import ArgumentParser

/// The inputs of a batch.
struct BatchInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files to read: paths, quoted patterns such as 'in/*.mov' or 'in/**/*.mov', and folders. A folder stands for all "
        + "media files in it and in its subfolders.", valueName: "IN"), completion: .file())
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp("Read a list of paths, one per line. '-' is the standard input.", valueName: "FILE"),
    completion: .file())
  var from: String?

  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "Paths in the list end with NUL, as find -print0 writes them."
  )
  var isNullSeparated = false

  @Option(
    help: ArgumentHelp(
      "Run the jobs of a YAML or NDJSON file. A job has inputs, outputs and their settings.", valueName: "FILE"))
  var jobs: String?

  func validate() throws {
    if isNullSeparated, from == nil { throw ValidationError("-0 needs --from: it says how the list is separated.") }
    if inputs.contains("") { throw ValidationError("IN is empty: give the name of a file.") }
    if inputs.isEmpty, from == nil, jobs == nil {
      throw ValidationError("There are no inputs: give IN, --from or --jobs.")
    }
  }

  /// Returns the jobs in their order: those of the arguments, of the list, and of the file.
  ///
  /// - Parameters:
  ///   - output: the naming and the settings of an output, where the file does not give them.
  ///   - job: all other settings.
  /// - Throws: `JobError` of exit 66 or 78.
  func jobs(_ output: BatchJob.Output, like job: JobDescription) throws(JobError) -> [BatchJob] {
    let described = try jobs.map { (path) throws(JobError) in
      try JobFile(path: path, presets: PresetCatalog()).jobs(output, like: job)
    }
    let files = try files()
    let shared = SharedFolder(of: files)
    return files.map { BatchJob($0, below: shared, outputs: [output], like: job) } + (described ?? [])
  }

  /// The paths of the files that name the inputs or describe the jobs.
  var describingPaths: [String] { [from, jobs].compactMap(\.self).filter { $0 != "-" } }

  private func files() throws(JobError) -> [BatchInput] {
    let listed = try from.map { (path) throws(JobError) in
      try InputList(path: path, separator: isNullSeparated ? .null : .newline).inputs
    }
    return inputs.flatMap { BatchInput.expand($0) } + (listed ?? [])
  }
}
