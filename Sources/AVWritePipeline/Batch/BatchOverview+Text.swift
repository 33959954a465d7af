extension BatchOverview {
  /// Returns a line for each running job, and one for the whole batch.
  package func lines(width: Int) -> [String] {
    let line = ProgressLine(width: nil, usesColour: false)
    let jobs = running.map { job -> String in
      let figures = job.progress.map { line.text($0) } ?? "starting"
      return Self.fitting(job.input.printable, width - 1 - figures.count - 2) + "  " + figures
    }
    // A full last column makes some terminals wrap.
    return (jobs + [text]).map { String($0.prefix(max(0, width - 1))) }
  }

  /// The state of the whole batch in one line.
  package var text: String {
    let percent = Int(fraction * 100)
    let parts = [
      "\(ended) of \(total) files, \(percent)%", failed > 0 ? "\(failed) failed" : nil,
      secondsLeft.map { "\(ProgressLine.clock($0)) left" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the end of a text, which tells more of a path than its beginning, in exactly `room` columns.
  private static func fitting(_ text: String, _ room: Int) -> String {
    guard room > 0 else { return "" }
    guard text.count > room else { return text + String(repeating: " ", count: room - text.count) }
    return "…" + text.suffix(room - 1)
  }
}
