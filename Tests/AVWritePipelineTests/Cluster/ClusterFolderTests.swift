import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct ClusterFolderTests {
  private let temporary: TemporaryFolder
  private let folder: ClusterFolder
  private static let program = ClusterPlan.Program(version: "1", digest: "d")
  private static let node = ClusterNode(name: "n1", program: program, features: ["avx", "sse"])

  init() throws {
    temporary = try TemporaryFolder()
    folder = ClusterFolder(path: temporary.path("job"))
  }

  private func plan(jobs: Int) -> (plan: ClusterPlan, tasks: [ClusterPlan.Task]) {
    let jobs = (1...jobs).map { number in
      ClusterPlan.Job(number: number, description: JobDescription(input: "\(number).wav", output: "\(number).m4a"))
    }
    let refused = ClusterPlan.Refusal(jobs[0], JobError(.usage, "no", hint: "other"))
    let plan = ClusterPlan(
      program: Self.program, workingFolder: "/", taskCount: jobs.count - 1, jobCount: jobs.count, refusals: [refused],
      slots: 2, largestArray: 1001, workers: nil, processors: 1, stopsAtFailure: false, skipsExisting: true,
      options: ClusterOptions())
    return (plan, jobs.dropFirst().map { ClusterPlan.Task(jobs: [$0]) })
  }

  @Test func `a job is found again as it was, with what was refused, and its folder is made once`() throws {
    let (plan, tasks) = plan(jobs: 4)
    try folder.make(plan, tasks)
    #expect(throws: JobError.self) { try folder.make(plan, tasks) }
    #expect(try folder.readPlan() == plan)
    #expect(try folder.readTask(2) == tasks[2])
    #expect(try folder.readOutputs() == ["2.m4a", "3.m4a", "4.m4a"])
    let job = try SlurmExecutor(at: folder.path)
    #expect(job.batch.jobs.map(\.description.input) == ["1.wav", "2.wav", "3.wav", "4.wav"])
    #expect(job.batch.jobs.map(\.refusal) == [JobError(.usage, "no", hint: "other"), nil, nil, nil])
  }

  @Test func `what is no job's folder is refused with a name`() throws {
    #expect(throws: JobError.self) { try SlurmExecutor(at: temporary.path("none")) }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
    for content in ["", "{}", "[1]", "\u{0}"] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: folder.path + "/plan.json"))
      let error = #expect(throws: JobError.self) { try SlurmExecutor(at: folder.path) }
      #expect(error?.code == .clusterUnavailable)
    }
  }

  @Test func `a file that the system does not take is its error, with the file's name, and leaves nothing`() throws {
    let (plan, tasks) = plan(jobs: 3)
    let error = #expect(throws: JobError.self) { try folder.begin(1, on: Self.node) }
    #expect(error?.code == .outputUnavailable && error?.message.contains("No such file or directory") == true)
    #expect(error?.message.hasPrefix(folder.path + "/attempts/") == true)
    try folder.make(plan, tasks)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/submissions.json", withIntermediateDirectories: false)
    let former = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(throws: JobError.self) { try folder.note([]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == former)
    let full = JobError.output(ENOSPC, "\(folder.path)/plan.json: cannot be written")
    #expect(full.exit == .inputOutput && full.hint == "free some space, or write to another disk")
  }

  @Test func `beginnings at the same time have numbers of their own, without gaps`() throws {
    let (plan, tasks) = plan(jobs: 3)
    try folder.make(plan, tasks)
    let numbers = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let attempt = try? folder.begin(1, on: Self.node)
      numbers.withLock { $0.append(attempt?.number ?? -1) }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<16))
    let attempts = try folder.readAttempts()
    #expect(attempts.count == 16 && attempts.allSatisfy { $0.task == 1 })
    #expect(try folder.readNode(of: attempts[0]) == Self.node)
  }

  @Test func `lines are read as they become whole, and a torn one is left out`() throws {
    let file = temporary.file("events")
    var tail = EventTail(path: file.path)
    #expect(tail.next() == [])
    try Data(#"{"a":1}"#.utf8).write(to: file)
    #expect(tail.next() == [])
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\n{\"b\":".utf8))
    #expect(tail.next() == [["a": 1]])
    try handle.write(contentsOf: Data("2}\n{\"torn\n[3]\n".utf8))
    #expect(tail.all() == [["b": 2], [3]])
    #expect(tail.all() == [])
  }

  @Test func `a machine with another program is refused, and later attempts make earlier errors nothing`() throws {
    let (plan, tasks) = plan(jobs: 3)
    try folder.make(plan, tasks)
    let batch = BatchDescription(jobs: (1...3).map { BatchJob(JobDescription(input: "\($0)", output: "\($0).m4a")) })
    let told = Told<String>()
    let board = BatchBoard(batch) { told.append($0.json.line) }
    var follower = ClusterFollower(folder, plan, jobs: [[2], [3]])
    follower.ledger.didSubmit([0, 1])
    let lines: [BatchEvent] = [
      .job(2, .error(JobError(.diskFull, "full"))), .job(3, .error(.interrupted(by: 15))),
      .job(1, .warning("not mine")),
    ]
    for (attempt, lines) in [lines, [.skipped(2, input: "2", outputs: ["2.m4a"])]].enumerated() {
      let claimed = try folder.begin(0, on: Self.node)
      #expect(claimed.number == attempt)
      let text = lines.map { $0.json.line + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.events(of: claimed)))
    }
    try follower.read(to: board)
    #expect(told.values == [BatchEvent.skipped(2, input: "2", outputs: ["2.m4a"]).json.line])
    #expect(follower.ledger.next == .follow)
    var other = Self.node
    other.program.digest = "e"
    _ = try folder.begin(1, on: other)
    let error = #expect(throws: JobError.self) { try follower.read(to: board) }
    #expect(error?.code == .clusterUnavailable && error?.message.contains("n1 has another build") == true)
  }

  @Test func `processors of different features are told of a film once, and refused where they have to be alike`()
    throws
  {
    for isRefused in [false, true] {
      let folder = ClusterFolder(path: temporary.path("film\(isRefused)"))
      var (plan, tasks) = plan(jobs: 4)
      plan.refusals = []
      plan.options.needsSameFeatures = isRefused
      plan.film = ClusterPlan.Film(
        description: tasks[0].jobs[0].description, journal: "/j", key: "k", shareCount: 3, encodesSound: false,
        inputSize: 1,
        inputTime: 2)
      tasks[0].jobs = []
      try folder.make(plan, tasks)
      #expect(try folder.readPlan() == plan)
      let told = Told<String>()
      let board = BatchBoard(BatchDescription(jobs: [BatchJob(JobDescription(input: "1", output: "1.mp4"))])) {
        if case .job(1, .warning(let text)) = $0 { told.append(text) }
      }
      var follower = ClusterFollower(folder, plan, jobs: [[], [], [1]])
      _ = try folder.begin(0, on: Self.node)
      try follower.read(to: board)
      var other = Self.node
      other.name = "n2"
      other.features = ["sse"]
      _ = try folder.begin(1, on: other)
      if isRefused {
        let error = #expect(throws: JobError.self) { try follower.read(to: board) }
        #expect(error?.message == "the processors of n1 and n2 have different features")
      } else {
        try follower.read(to: board)
        _ = try folder.begin(2, on: other)
        try follower.read(to: board)
        #expect(told.values.count == 1 && told.values[0].contains("n1 and n2 have different features"))
      }
    }
  }

  @Test func `features of processors are those that encoders choose their instructions by`() {
    let x86 =
      "processor\t: 0\nflags\t\t: fpu vme sse2 ssse3 avx2 hypervisor ibpb fma\n\nprocessor\t: 1\nflags\t\t: sse2\n"
    #expect(ClusterNode.features(inProcessors: x86) == ["avx2", "fma", "fpu", "sse2", "ssse3"])
    let arm = "processor : 0\nFeatures : fp asimd aes sve cpuid\n"
    #expect(ClusterNode.features(inProcessors: arm) == ["aes", "asimd", "fp", "sve"])
    #expect(ClusterNode.features(inProcessors: "") == [])
  }
}
