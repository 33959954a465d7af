internal import AVWritePipeline
internal import ArgumentParser

/// The options for a job on a cluster that are passed to its scheduler.
struct ClusterJobOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Partition of the cluster. (default: the cluster's)", valueName: "NAME"))
  var partition: String?

  @Option(help: ArgumentHelp("Account that the job is charged to. (default: the cluster's)", valueName: "NAME"))
  var account: String?

  @Option(
    name: .customLong("time"),
    help: ArgumentHelp("Longest time of each task, as sbatch takes it. (default: the partition's)", valueName: "TIME"))
  var limit: String?

  @Option(
    help: ArgumentHelp(
      "Processors of each task, 1 to 4096. (default: 1)", valueName: "N"))
  var cpusPerTask: Int?

  @Option(
    help: ArgumentHelp(
      "Further option of sbatch, without its dashes: mem=4G, exclusive. May be repeated.", valueName: "KEY=VALUE"))
  var sbatch: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Show the progress until all is done. --no-wait: print the job's number and end.")
  var wait = true

  func validate() throws {
    if let cpusPerTask, !(1...4096).contains(cpusPerTask) {
      throw ValidationError("--cpus-per-task is a number from 1 to 4096.")
    }
    for option in sbatch {
      let key = option.prefix { $0 != "=" }
      if key.isEmpty || key.hasPrefix("-") {
        throw ValidationError("--sbatch takes KEY=VALUE without dashes, such as mem=4G.")
      }
      if Self.own.contains(String(key)) {
        throw ValidationError("--sbatch \(key) is chosen by avwrite, or has an option of its own.")
      }
    }
  }

  /// The options of `sbatch` that avwrite chooses itself, or has options for.
  private static let own: Set = [
    "account", "array", "chdir", "cpus-per-task", "dependency", "error", "input", "job-name", "ntasks", "open-mode",
    "output", "parsable", "partition", "requeue", "no-requeue", "test-only", "time", "wait", "wrap",
  ]

  /// Returns the options for the cluster.
  ///
  /// - Parameter required: the requirements, one of which may be of the machines.
  func options(_ required: RequirementOptions) -> ClusterOptions {
    var options = ClusterOptions()
    options.partition = partition
    options.account = account
    options.time = limit
    options.processors = cpusPerTask
    options.further = sbatch
    options.needsSameFeatures = required.needsSameProcessors
    return options
  }

  /// Prints the number of a job that was submitted, and the folder by which the job can be resumed.
  func tell(_ job: SlurmExecutor) {
    Console.write(data: job.numbers.map { $0 + "\n" }.joined())
    Console.say("avwrite: \(job.taskCount) tasks; avwrite cluster status \(job.path)")
  }
}
