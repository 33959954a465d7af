extension BatchReport {
  /// The last line of a batch, for people.
  package var text: String {
    let changed = jobs.count {
      if case .done(let outputs, _) = $0.ending { outputs.contains { $0.changes > 0 } } else { false }
    }
    let salvaged = jobs.count { $0.ending.exit == .salvaged }
    let missed = jobs.count { $0.ending.state != .failed && $0.ending.exit == .targetMissed }
    let parts = [
      jobs.count == 1 ? "1 file" : "\(jobs.count) files", "\(count(.done)) done",
      count(.skipped) > 0 ? "\(count(.skipped)) already done" : nil,
      count(.failed) > 0 ? "\(count(.failed)) failed" : nil,
      count(.notStarted) > 0 ? "\(count(.notStarted)) not started" : nil,
      salvaged > 0 ? "\(salvaged) with losses" : nil,
      missed > 0 ? "\(missed) beside the target" : nil,
      changed > 0 ? "\(changed) with changed facts (-v lists them)" : nil,
      ProgressLine.clock(wallSeconds),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
