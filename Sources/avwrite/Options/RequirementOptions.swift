internal import AVWritePipeline
internal import ArgumentParser

struct RequirementOptions: ParsableArguments {
  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      """
      Fail before any work when one of these cannot be kept (exit 69), and when the output lacks it all the same (80): \
      names of facts as --plan shows them, with * for any text, or \
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
