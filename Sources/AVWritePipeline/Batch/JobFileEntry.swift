internal import YAML

/// An entry of a file of jobs: inputs, and the outputs that each of them becomes.
struct JobFileEntry {
  private(set) var inputs: [String] = []
  private(set) var outputs: [JobFileOutput] = []
  /// The selection of the entry's `start`, `end` and `duration`, or nil if it has none of them.
  private(set) var time: TimeSelection?

  /// - Throws: `JobError` of exit 78, with the line.
  init(_ node: YAMLNode, in file: YAMLFile, _ presets: PresetCatalog) throws(JobError) {
    guard let entries = node.entries else {
      throw file.error("is not a job such as \"input: in.mov\"", at: node)
    }
    for entry in entries {
      switch entry.key.text {
      case "input", "inputs":
        guard let texts = entry.value.texts, !texts.contains("") else {
          throw file.error("\(entry.key.text ?? "") needs the name of a file, or a list of names", at: entry.value)
        }
        if texts.contains(where: \.isTooLongForPath) {
          throw file.error("\(entry.key.text ?? "") is too long for a path", at: entry.value)
        }
        inputs += texts
      case "output", "outputs":
        for output in entry.value.elements ?? [entry.value] {
          outputs.append(try JobFileOutput(output, in: file, presets))
        }
      case "start": try read(\.start, entry, file)
      case "end": try readEnd(entry, file) { .at($0) }
      case "duration": try readEnd(entry, file) { .after($0) }
      default:
        throw file.error(
          "\(entry.key.text ?? "a key that is not a word") is not a key of a job", at: entry.key,
          hint: "the keys are input, inputs, output, outputs, start, end and duration; settings go below an output")
      }
    }
    if inputs.isEmpty { throw file.error("the job has no input", at: node) }
  }

  private mutating func read(
    _ place: WritableKeyPath<TimeSelection, TimePoint?>, _ entry: YAMLNode.Entry, _ file: YAMLFile
  ) throws(JobError) {
    var time = time ?? TimeSelection()
    time[keyPath: place] = try Self.point(entry, file)
    self.time = time
  }

  private mutating func readEnd(
    _ entry: YAMLNode.Entry, _ file: YAMLFile, _ make: (TimePoint) -> TimeSelection.End
  ) throws(JobError) {
    guard time?.end == nil else { throw file.error("end and duration exclude each other", at: entry.key) }
    var time = time ?? TimeSelection()
    time.end = make(try Self.point(entry, file))
    self.time = time
  }

  private static func point(_ entry: YAMLNode.Entry, _ file: YAMLFile) throws(JobError) -> TimePoint {
    guard let point = entry.value.text.flatMap({ TimePoint(argument: $0) }) else {
      throw file.error("\(entry.key.text ?? "") needs seconds, hh:mm:ss.mmm or a timecode", at: entry.value)
    }
    return point
  }
}
