/// The start of a job: its input, and the plan of each output.
public struct JobStart: Sendable {
  public let input: String
  /// The paths of the outputs, in the order of the job's renditions.
  public let outputs: [String]
  /// The plans of the outputs. The list is empty for a start that was read from a line: the line says the plans in
  /// words alone.
  public let plans: [Plan]
  /// The start as its line says it.
  let line: JSON

  init(_ job: JobDescription, _ plans: [Plan]) {
    input = job.input
    outputs = job.renditions.map(\.output)
    self.plans = plans
    let renditions = zip(outputs, plans).map { output, plan -> JSON in ["output": JSON(output), "plan": plan.json] }
    let head: JSON = ["v": JobEvent.version, "type": "start", "input": JSON(input)]
    line = head.merging(JSON(renditions: renditions))
  }

  /// Reads a start from its line. Returns nil for another line.
  init?(reading line: JSON) {
    let renditions = line.renditions
    let outputs = renditions.compactMap { $0["output"]?.text }
    guard let input = line["input"]?.text, outputs.count == renditions.count,
      renditions.allSatisfy({ $0["plan"] != nil })
    else { return nil }
    (self.input, self.outputs, self.line) = (input, outputs, line)
    plans = []
  }
}

extension JSON {
  /// The objects of a line's renditions: the line itself, which has the first, and those in its list `also`.
  var renditions: [JSON] { [self] + (self["also"]?.elements ?? []) }
}
