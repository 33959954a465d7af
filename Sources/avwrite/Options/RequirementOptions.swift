internal import AVWritePipeline
internal import ArgumentParser

struct RequirementOptions: ParsableArguments {
  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      """
      Facts that must be kept. If one is not, the command fails: with 69 before any work, or with 80 when the output \
      is verified. FACT is a name that --plan shows, with * for any text, or one of \
      \(Requirement.Group.allCases.map(\.rawValue).joined(separator: ", ")). With cluster, same-cpu refuses nodes whose \
      processors have different features.
      """, valueName: "FACT,..."))
  var lists: [RequirementList] = []

  var requirements: [Requirement] { lists.flatMap(\.requirements) }

  /// A Boolean value that says whether the processors of all machines have to have the same features.
  var needsSameProcessors: Bool { lists.contains(where: \.needsSameProcessors) }

  /// Checks that no requirement is one of several machines, for a job on a single machine.
  ///
  /// - Throws: `JobError` of exit 64.
  func requireOneMachine() throws(JobError) {
    guard needsSameProcessors else { return }
    throw JobError(.usage, "--require \(RequirementList.sameProcessors) is for avwrite cluster")
  }
}

/// A list of requirements: `location,chapters,track.2.language`.
struct RequirementList: ExpressibleByArgument {
  let requirements: [Requirement]
  /// A Boolean value that says whether the processors of all machines have to have the same features.
  let needsSameProcessors: Bool

  /// The requirement that applies to the machines, and not to a file.
  static let sameProcessors = "same-cpu"

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    needsSameProcessors = words.contains(Self.sameProcessors)
    let parts = words.filter { $0 != Self.sameProcessors }.map { Requirement($0) }
    guard !parts.contains(nil) else { return nil }
    requirements = parts.compactMap { $0 }
  }
}
