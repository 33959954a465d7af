internal import AVWritePipeline
internal import ArgumentParser

struct RequirementOptions: ParsableArguments {
  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      """
      Facts that must be kept. If one is not, the command fails: with 69 before any work, or with 80 when the output \
      is verified. FACT is a name that --plan shows, with * for any text, or one of \
      \(Requirement.Group.allCases.map(\.rawValue).joined(separator: ", ")).
      """, valueName: "FACT,..."))
  var lists: [RequirementList] = []

  var requirements: [Requirement] { lists.flatMap(\.requirements) }
}

/// A list of requirements: `location,chapters,track.2.language`.
struct RequirementList: ExpressibleByArgument {
  let requirements: [Requirement]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Requirement(String($0)) }
    guard !parts.contains(nil) else { return nil }
    requirements = parts.compactMap { $0 }
  }
}
