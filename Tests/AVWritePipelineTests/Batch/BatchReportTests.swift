import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct BatchReportTests {
  private func report(_ endings: BatchReport.Ending..., signal: Int32? = nil) -> BatchReport {
    let jobs = endings.map { BatchReport.Job(input: "in.wav", outputs: ["out.m4a"], ending: $0) }
    return BatchReport(jobs: jobs, signal: signal, processorSeconds: 1, wallSeconds: 2)
  }

  private static let done = BatchReport.Ending.done([.init(path: "out.m4a", bytes: 9, changes: 1)], .complete)
  private static let failed = BatchReport.Ending.failed(JobError(.inputMissing, "in.wav: no such file", hint: "look"))

  @Test func `0 when every job is complete, else 1, and a signal's number`() {
    #expect(report().exitCode == 0)
    #expect(report(Self.done, Self.done).exitCode == 0)
    #expect(report(Self.done, Self.failed).exitCode == 1)
    #expect(report(Self.done, .skipped(["old.m4a"])).exitCode == 0)
    #expect(report(Self.done, .skipped(["old.m4a"], .salvaged)).exitCode == 1)
    #expect(report(Self.done, .notStarted).exitCode == 1)
    #expect(report(Self.done, .notStarted).jobs.map(\.ending.exit.code) == [0, 75])
    #expect(report(.done([], .salvaged)).exitCode == 1)
    #expect(report(Self.done, .notStarted, signal: 15).exitCode == 143)
  }

  @Test func `every document validates against the schema`() throws {
    let schema = try Schema("event")
    for report in [
      report(), report(Self.done, Self.failed, .skipped(["old.m4a"]), .notStarted), report(.notStarted, signal: 2),
    ] {
      #expect(try schema.problems(with: report.document) == [])
    }
    let event = BatchEvent.job(3, .error(JobError(.diskFull, "out.m4a: no space")))
    let skipped = BatchEvent.skipped(1, input: "in.wav", outputs: ["out.m4a"], exit: .targetMissed)
    let older = #"{"v":1,"type":"skipped","job":1,"input":"in.wav","outputs":["out.m4a"]}"#
    #expect(JSON(reading: older.utf8).flatMap(BatchEvent.init(reading:))?.ending == .skipped(["out.m4a"], .complete))
    #expect(event.json.line.hasPrefix(#"{"v":1,"type":"error","job":3,"#))
    let overview = BatchOverview(
      running: [.init(job: 2, input: "in.wav")], total: 3, done: 1, skipped: 0, failed: 0, fraction: 0.25)
    let reports: [BatchEvent] = [
      .report(report(Self.done, Self.failed, .skipped(["old.m4a"]), .skipped(["older.m4a"], .salvaged), .notStarted)),
      .report(report(.notStarted, signal: 2)),
    ]
    for event in [event, skipped, .overview(overview)] + reports {
      let line = event.json.line
      #expect(try schema.problems(with: line) == [])
      #expect(JSON(reading: line.utf8).flatMap(BatchEvent.init(reading:))?.json.line == line)
    }
  }

  @Test func `the overview has a line for each running job and one for all, none too long`() {
    let running = ["a.wav", String(repeating: "long/", count: 40) + "b.wav"].enumerated().map {
      BatchOverview.Running(
        job: $0.offset + 1, input: $0.element,
        progress: Progress(fraction: 0.5, frames: 0, fps: 0, speed: 2.5, secondsLeft: 2, bytes: 9))
    }
    let overview = BatchOverview(
      running: running, total: 12, done: 3, skipped: 2, failed: 1, fraction: 0.5, secondsLeft: 60)
    #expect(overview.text == "6 of 12 files, 50%, 1 failed, 01:00 left")
    for width in [10, 40, 80] {
      let lines = overview.lines(width: width)
      #expect(lines.count == 3)
      #expect(lines.allSatisfy { $0.count < width }, "\(lines)")
    }
    #expect(overview.lines(width: 80)[1].contains("b.wav"))
  }
}
