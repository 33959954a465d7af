/// Reading: the events that a batch in another process wrote, line by line.
extension BatchEvent {
  /// Reads an event from the object of its line, which `Schemas/event.schema.json` describes.
  ///
  /// Writing the event gives the same object again, except for the time of a log. An overview has only the numbers of
  /// its running jobs, and a report has only the outputs that were made.
  ///
  /// - Returns: Nil for an object of another version or type, for one that lacks something, and for a line of a job that
  ///   belongs to no batch.
  package init?(reading line: JSON) {
    guard line["v"] == JobEvent.version else { return nil }
    let job: Int? = line["job"]?.integer()
    switch (line["type"]?.text, job) {
    case ("skipped", let number?):
      guard let input = line["input"]?.text, let outputs = line["outputs"]?.read(\.text) else { return nil }
      // Earlier versions did not write it.
      let code: Int32? = line["exit"]?.integer()
      let exit = code.flatMap { JobExit(code: $0) } ?? .complete
      self = .skipped(number, input: input, outputs: outputs, exit: exit)
    case ("overview", nil):
      guard let overview = BatchOverview(reading: line) else { return nil }
      self = .overview(overview)
    case ("result", nil):
      guard let report = BatchReport(reading: line) else { return nil }
      self = .report(report)
    case (_, let number?):
      guard let event = JobEvent(reading: line) else { return nil }
      self = .job(number, event)
    default: return nil
    }
  }
}

extension BatchOverview {
  fileprivate init?(reading line: JSON) {
    guard let running: [Int] = line["running"]?.read({ $0.integer() }), let total: Int = line["total"]?.integer(),
      let done: Int = line["done"]?.integer(), let skipped: Int = line["skipped"]?.integer(),
      let failed: Int = line["failed"]?.integer(), let fraction = line["fraction"]?.double
    else { return nil }
    self.init(
      running: running.map { Running(job: $0, input: "") }, total: total, done: done, skipped: skipped, failed: failed,
      fraction: fraction, secondsLeft: line["eta_s"]?.double)
  }
}

extension BatchReport {
  fileprivate init?(reading line: JSON) {
    guard let exit: Int32 = line["exit"]?.integer(), let jobs = line["jobs"]?.read(Job.init(reading:)),
      let processorSeconds = line["cpu_s"]?.double, let wallSeconds = line["wall_s"]?.double
    else { return nil }
    let ending = JobExit(code: exit)
    self.init(
      jobs: jobs, signal: ending.flatMap { if case .interrupted(let signal) = $0 { signal } else { nil } },
      processorSeconds: processorSeconds, wallSeconds: wallSeconds)
  }
}

extension BatchReport.Job {
  fileprivate init?(reading object: JSON) {
    guard let input = object["input"]?.text, let exit: Int32 = object["exit"]?.integer(),
      let ending = BatchReport.Ending(reading: object, exit: exit)
    else { return nil }
    self.init(input: input, outputs: object["outputs"]?.elements?.compactMap { $0["path"]?.text } ?? [], ending: ending)
  }
}

extension BatchReport.Ending {
  fileprivate init?(reading object: JSON, exit: Int32) {
    switch (object["state"]?.text).flatMap(BatchReport.State.init(rawValue:)) {
    case .done:
      guard let outputs = object["outputs"]?.read(BatchReport.Output.init(reading:)), let exit = JobExit(code: exit)
      else {
        return nil
      }
      self = .done(outputs, exit)
    case .skipped:
      guard let found = object["found"]?.read(\.text), let exit = JobExit(code: exit) else { return nil }
      self = .skipped(found, exit)
    case .failed:
      guard let error = object["error"].flatMap({ JobError(reading: $0, exit: exit) }) else { return nil }
      self = .failed(error)
    case .notStarted: self = .notStarted
    case nil: return nil
    }
  }
}

extension BatchReport.Output {
  fileprivate init?(reading object: JSON) {
    guard let path = object["path"]?.text, let bytes: Int64 = object["bytes"]?.integer(),
      let changes: Int = object["changes"]?.integer()
    else { return nil }
    self.init(path: path, bytes: bytes, changes: changes)
  }
}
