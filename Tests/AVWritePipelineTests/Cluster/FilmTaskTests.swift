import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// The task that joins a film, begun a second time.
@Suite struct FilmTaskTests {
  private let temporary: TemporaryFolder
  private let folder: ClusterFolder
  private let film: ClusterPlan.Film
  private let node = ClusterNode(name: "n1", program: ClusterPlan.Program(version: "1", digest: "d"), features: [])

  init() throws {
    temporary = try TemporaryFolder()
    folder = ClusterFolder(path: temporary.path("job"))
    let output = temporary.path("out.mp4")
    let settings = try SettingsFile(
      YAMLFile(path: temporary.write("parallel: segment\nspeed: ultrafast", to: "film.yaml"))
    ).settings
    let job = JobDescription(
      input: Files.fixture("h264-pcm.mov"), renditions: [Rendition(output: output, settings: settings)])
    let mark = try #require(ClusterPlan.Film.mark(of: job.input))
    let destination = try Destination(path: output, replaces: false, sources: [])
    film = ClusterPlan.Film(
      description: job, journal: try SegmentJournal(for: destination, key: "key").path, key: "key", shareCount: 1,
      encodesSound: true, inputSize: mark.size, inputTime: mark.time)
    let plan = ClusterPlan(
      program: node.program, workingFolder: "/", taskCount: 3, jobCount: 1, refusals: [], slots: 1, largestArray: 100,
      film: film, stopsAtFailure: false, skipsExisting: false, options: ClusterOptions())
    try folder.make(plan, [[], [], [ClusterPlan.Job(number: 1, description: job)]].map { ClusterPlan.Task(jobs: $0) })
  }

  /// Begins the task and does it, and returns its last event.
  private func join() throws -> (ending: BatchEvent?, attempt: ClusterFolder.Attempt) {
    let attempt = try folder.begin(film.joiningTask, on: node)
    let task = try FilmTask(film, folder, attempt, on: node)
    let path = folder.events(of: attempt)
    _ = try task.run(ClusterLog(try EventLog(path: path, replaces: false, sparing: [])))
    var tail = EventTail(path: path)
    return (tail.all().compactMap(BatchEvent.init(reading:)).last { $0.ending != nil }, attempt)
  }

  private func result(_ event: BatchEvent?) throws -> JobResult {
    guard case .job(1, .result(let result)) = event else {
      Issue.record("there is no result: \(String(describing: event))")
      throw CancellationError()
    }
    return result
  }

  @Test func `a result that was lost with its machine is told by the next beginning`() throws {
    let (first, attempt) = try join()
    let made = try FileManager.default.attributesOfItem(atPath: film.description.renditions[0].output)
    unlink(folder.events(of: attempt))
    // What the machine had no time to remove.
    let destination = try Destination(path: temporary.path("out.mp4"), replaces: true, sources: [])
    _ = try SegmentJournal(for: destination, key: "key")
    let (second, _) = try join()
    #expect(try result(second).outputs == result(first).outputs)
    let now = try FileManager.default.attributesOfItem(atPath: film.description.renditions[0].output)
    #expect(now[.systemFileNumber] as? Int == made[.systemFileNumber] as? Int)
    #expect(!FileManager.default.fileExists(atPath: film.journal))
  }

  @Test func `a file of somebody else stays an error`() throws {
    try Data("other".utf8).write(to: URL(fileURLWithPath: temporary.path("out.mp4")))
    guard case .job(1, .error(let error)) = try join().ending else {
      Issue.record("the join did not fail")
      return
    }
    #expect(error.code == .outputExists)
  }
}
