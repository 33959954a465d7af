/// The outlook of a batch's job: what it would do.
public enum JobOutlook: Sendable {
  /// The job would make these outputs. Its other outputs are there already, under the names of `found`.
  case transcode([Output], found: [String])
  /// All outputs are there already, under these names.
  case finished([String])
  /// The job could not begin.
  case refused(JobError)

  /// One output that would be made.
  public struct Output: Sendable {
    public var path: String
    /// A Boolean value that says whether a file that is there would be replaced.
    public var replaces: Bool
    public var plan: Plan
    /// The forecast of the output's size from its settings, and the free space at its destination.
    public var forecast: JobForecast.Output
  }
}

extension JobOutlook {
  /// The forecasts of the outputs that would be made.
  var forecasts: [JobForecast.Output] {
    if case .transcode(let outputs, _) = self { outputs.map(\.forecast) } else { [] }
  }

  /// Returns the outlook as text for people.
  func text(of job: JobDescription) -> String {
    let input = job.input.printable
    switch self {
    case .finished(let found): return "\(input): already done: \(Self.list(found))\n"
    case .refused(let error):
      return "\(input) to \(Self.list(job.renditions.map(\.output))):\nerror: \(error)\n"
    case .transcode(let outputs, let found):
      let head = "\(input) to \(Self.list(outputs.map(\.path))):\n"
      let known = found.isEmpty ? "" : "already done: \(Self.list(found))\n"
      let replaced = outputs.filter(\.replaces).map(\.path)
      let loss = replaced.isEmpty ? "" : "replaced: \(Self.list(replaced))\n"
      let forecast = JobForecast(outputs: outputs.map(\.forecast))
      return head + known + loss + outputs.map(\.plan).text(for: outputs.map(\.path)) + forecast.sizeText
    }
  }

  private static func list(_ paths: [String]) -> String { paths.map(\.printable).joined(separator: ", ") }

  /// Returns the outlook as an entry of `Schemas/plan.schema.json`.
  func json(number: Int, input: String) -> JSON {
    let head: JSON = ["job": JSON(number), "input": JSON(input)]
    switch self {
    case .finished(let found): return head.merging(["found": .array(found.map { JSON($0) })])
    case .refused(let error): return head.merging(["exit": JSON(error.exit.code), "error": error.json])
    case .transcode(let outputs, let found):
      let known: JSON = ["found": found.isEmpty ? .null : .array(found.map { JSON($0) })]
      return head.merging(JSON(renditions: outputs.map(\.json))).merging(known.withoutNulls)
    }
  }
}

extension JobOutlook.Output {
  fileprivate var json: JSON {
    let object: JSON = [
      "output": JSON(path), "replaces": replaces ? true : .null, "plan": plan.json,
      "size": forecast.size?.json ?? .null,
    ]
    return object.withoutNulls
  }
}
