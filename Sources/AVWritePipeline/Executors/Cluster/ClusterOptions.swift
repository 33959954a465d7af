/// The wishes for a job on a cluster that only its scheduler understands.
package struct ClusterOptions: Sendable, Hashable, Codable {
  package var partition: String?
  package var account: String?
  /// The longest time of a task, in the scheduler's own words; its default when nil.
  package var time: String?
  /// The number of processors of a task. It is 1 when nil.
  package var processors: Int?
  /// Further options of `sbatch`, each as `KEY=VALUE` or `KEY`, without dashes.
  package var further: [String] = []

  /// A Boolean value that says whether the job fails if the processors of two machines have different features.
  package var needsSameFeatures = false

  package init() {}

  /// The options as `sbatch` takes them.
  var arguments: [String] {
    let named = [("partition", partition), ("account", account), ("time", time)]
    return named.compactMap { name, value in value.map { "--\(name)=\($0)" } }
      + ["--cpus-per-task=\(processors ?? 1)"] + further.map { "--" + $0 }
  }
}
