import Foundation
import TestSupport
import Testing

/// What goes wrong around a batch: what is finished stays, and what cannot be done says why.
@Suite struct BatchFailureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: folder.path("in/a.wav"))
  }

  /// A batch whose first job waits for a pipe's writer.
  private func waitingBatch() throws -> Command {
    #expect(mkfifo(folder.path("pipe.wav"), 0o600) == 0)
    let command = try Command(
      ["batch", "pipe.wav", "in/a.wav", "--output-dir", "out", "--format", "mp3", "--workers", "1", "--json"],
      in: folder)
    command.waitUntil { !((try? FileManager.default.contentsOfDirectory(atPath: folder.path("out"))) ?? []).isEmpty }
    return command
  }

  @Test func `a folder of inputs that vanishes is the error of its jobs alone`() async throws {
    let command = try waitingBatch()
    try FileManager.default.removeItem(atPath: folder.path("in"))
    // Waits for the pipe's reader.
    try await bounded(by: 60) { [folder] in
      try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.wav"))).write(to: folder.file("pipe.wav"))
    }
    let ending = command.ending()
    #expect(ending.exit == 1)
    #expect(try ending.exitsOfJobs() == [0, 66])
    #expect(ending.errors.contains("job 2: in/a.wav: no such file"), "\(ending.errors)")
    #expect(Files.names(in: folder.file("out")) == ["pipe.mp3"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal cancels what runs, begins nothing more and is the exit code`(signal: Int32) throws {
    let command = try waitingBatch()
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(ending.output.contains(#""state": "not-started""#), "\(ending.output)")
    #expect(try Schema("event").problems(with: ending.output) == [])
    #expect(folder.names.sorted() == ["in", "pipe.wav"])
  }

  @Test func `SIGUSR1 asks for a line`() throws {
    let command = try waitingBatch()
    command.signal(SIGUSR1)
    #expect(command.nextErrorLine() == "avwrite: 0 of 2 files, 0%\n")
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
  }

  @Test func `a full disk is the error of the jobs that it stops, and finished outputs stay`() throws {
    let short = ["transcode", "in/a.wav", "in/b.wav", "--duration", "0.2"]
    #expect(try Command(short, in: folder).ending().exit == 0)
    // A hundred blocks of 512 bytes, in place of a disk with as many left.
    let ending = try Command(
      ["batch", "in", "--output-dir", "out", "--format", "flac", "--json"], in: folder, prelude: "ulimit -f 100; "
    ).ending()
    #expect(ending.exit == 1)
    #expect(try ending.exitsOfJobs() == [74, 0])
    #expect(ending.output.contains("E_DISK_FULL"), "\(ending.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["b.flac"])
  }

  @Test func `folders that stayed empty go again, and no other`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("in/bad/deep"), withIntermediateDirectories: true)
    try folder.write("no media", to: "in/bad/deep/b.wav")
    try FileManager.default.createDirectory(atPath: folder.path("old/bad"), withIntermediateDirectories: true)
    for output in ["new", "old"] {
      let ending = try Command.run("batch", "in", "--output-dir", output, "--format", "mp3", "--json", in: folder)
      #expect(try ending.exitsOfJobs() == [0, 67], "\(ending.errors)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("new")) == ["a.mp3"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("old")).sorted() == ["a.mp3", "bad"])
  }

  @Test func `an output folder that cannot be made is each job's error`() throws {
    try folder.write("no folder", to: "out")
    let ending = try Command(["batch", "in", "--output-dir", "out/sub", "--json"], in: folder).ending()
    #expect(try ending.exitsOfJobs() == [73], "\(ending.errors)")
  }

  @Test func `a file of jobs is done, and a bad one does nothing`() throws {
    try folder.write("- input: in\n  outputs: [{format: mp3}, {format: flac, output-dir: other}]\n", to: "jobs.yaml")
    let ending = try Command.run("batch", "--jobs", "jobs.yaml", "--output-dir", "out", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(Files.names(in: folder.url).sorted() == ["in/a.wav", "jobs.yaml", "other/a.flac", "out/a.mp3"])

    try folder.write("- input: in\n  output: {format: mp3}\n- input: in\n  output: {formt: mp3}\n", to: "bad.yaml")
    let bad = try Command.run("batch", "--jobs", "bad.yaml", "--output-dir", "new", in: folder)
    #expect(bad.exit == 78)
    #expect(bad.errors.contains("bad.yaml:4: formt is not a setting"), "\(bad.errors)")
    #expect(!folder.names.contains("new"))
    #expect(try Command.run("batch", "--jobs", "nothing.yaml", in: folder).exit == 78)
  }
}
