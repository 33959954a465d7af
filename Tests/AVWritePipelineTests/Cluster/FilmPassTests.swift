import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// A film of a target size, whose passes are made by several machines.
@Suite struct FilmPassTests {
  private let temporary: TemporaryFolder
  private let hasSource: Bool
  private let node = ClusterNode(name: "n1", program: ClusterPlan.Program(version: "1", digest: "d"), features: [])

  private static let shareCount = 2

  init() throws {
    temporary = try TemporaryFolder()
    hasSource = Tool.ffmpeg.isInstalled(for: "no source of some length is made")
    guard hasSource else { return }
    try SegmentSource.make(at: temporary.path("source.mp4"))
  }

  private func job(to name: String) throws -> JobDescription {
    let settings = try SettingsFile(
      YAMLFile(
        path: temporary.write(
          """
          parallel: segment
          speed: ultrafast
          target-size: 170k
          audio-codec: aac
          audio-bitrate: 16k
          """, to: "film.yaml"))
    ).settings
    return JobDescription(
      input: temporary.path("source.mp4"),
      renditions: [Rendition(output: temporary.path(name), settings: settings)])
  }

  /// Does the tasks of a film in their order.
  ///
  /// - Parameter each: called before a task, with its number and the names in the journal.
  private func make(_ name: String, before each: (Int, ClusterPlan.Film, Set<String>) throws -> Void) throws -> Data {
    let job = try job(to: name)
    let mark = try #require(ClusterPlan.Film.mark(of: job.input))
    let folder = ClusterFolder(path: temporary.path("job." + name))
    let journal = {
      try SegmentJournal(for: Destination(path: temporary.path(name), replaces: false, sources: []), key: "key").path
    }
    let film = ClusterPlan.Film(
      description: job, journal: try journal(), key: "key", shareCount: Self.shareCount, passCount: 3,
      encodesSound: true, inputSize: mark.size, inputTime: mark.time)
    let plan = ClusterPlan(
      program: node.program, workingFolder: "/", taskCount: film.taskCount, jobCount: 1, refusals: [], slots: 1,
      largestArray: 100, film: film, stopsAtFailure: false, skipsExisting: false, options: ClusterOptions())
    try folder.make(
      plan,
      (0..<film.taskCount).map {
        ClusterPlan.Task(jobs: $0 == film.joiningTask ? [ClusterPlan.Job(number: 1, description: job)] : [])
      })
    for number in (0..<film.taskCount).sorted(by: { (film.stage(of: $0), $0) < (film.stage(of: $1), $1) }) {
      try each(number, film, Set(Folder.names(in: film.journal)))
      let attempt = try folder.begin(number, on: node)
      _ = try FilmTask(film, folder, attempt, on: node).run(
        ClusterLog(try EventLog(path: folder.events(of: attempt), replaces: false, sparing: [])))
    }
    return try Data(contentsOf: temporary.file(name))
  }

  private func make(on one: String) throws -> Data {
    let result = try TranscodeJob(try job(to: one)).run().get()
    #expect(result.outputs[0].passes?.count ?? 0 > 1)
    #expect((166_600...170_000).contains(result.outputs[0].bytes), "\(result.outputs[0].bytes)")
    return try Data(contentsOf: temporary.file(one))
  }

  @Test func `the machines make the passes of one machine, whose bytes the film has`() throws {
    guard hasSource else { return }
    var atJoining: Set<String> = []
    let film = try make("film.mp4") { task, film, names in if task == film.joiningTask { atJoining = names } }
    #expect(try film == make(on: "one.mp4"))
    #expect(atJoining.contains("sound.mp4") && atJoining.count { $0.hasSuffix(".segment") && !$0.contains(".2.") } > 2)
    #expect(atJoining.contains { $0.hasSuffix(".2.segment") }, "\(atJoining)")
  }

  @Test func `a lost segment makes later passes wait for the join, which makes the same film`() throws {
    guard hasSource else { return }
    var atJoining: Set<String> = []
    let film = try make("film.mp4") { task, film, names in
      if task == film.joiningTask { atJoining = names }
      if task == film.shareCount { try FileManager.default.removeItem(atPath: film.journal + "/1.segment") }
    }
    #expect(!atJoining.contains { $0.hasSuffix(".2.segment") }, "\(atJoining)")
    #expect(try film == make(on: "one.mp4"))
  }
}
