import Foundation
import TestSupport
import Testing

/// Many files in one process: what becomes of each, and what the whole exits with.
@Suite struct BatchTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in/sub"), withIntermediateDirectories: true)
    for name in ["a.wav", "sub/b.wav"] {
      try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: folder.path("in/" + name))
    }
  }

  private func run(_ arguments: String..., prelude: String = "") throws -> Command.Ending {
    try Command(["batch"] + arguments, in: folder, prelude: prelude).ending()
  }

  /// The files below the folder, but for those of the inputs.
  private var outputs: [String] { Files.names(in: folder.url).filter { !$0.hasPrefix("in/") } }

  @Test func `the outputs lie below their folder as the inputs do`() throws {
    let ending = try run("in", "--output-dir", "out", "--format", "m4a", "--no-skip-existing")
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(outputs == ["out/a.m4a", "out/sub/b.m4a"])
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("2 files, 2 done, "), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    // Each is what a job of its own makes.
    #expect(try Command.run("transcode", "in/a.wav", "one.m4a", in: folder).exit == 0)
    #expect(try Data(contentsOf: folder.file("one.m4a")) == Data(contentsOf: folder.file("out/a.m4a")))
  }

  @Test func `without a folder each output is beside its input`() throws {
    #expect(try run("in/*.wav", "--suffix=-low", "--format", "mp3").exit == 0)
    #expect(Files.names(in: folder.file("in")) == ["a-low.mp3", "a.wav", "sub/b.wav"])
  }

  @Test func `a failed job stops no other, and its code is in the report`() throws {
    try folder.write("no media", to: "in/bad.wav")
    let ending = try run("in/bad.wav", "nothing.wav", "in/a.wav", "--output-dir", "out", "--format", "mp3", "--json")
    #expect(ending.exit == 1)
    #expect(outputs == ["out/in/a.mp3"])
    #expect(try Schema("event").problems(with: ending.output) == [])
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let jobs = document?["jobs"] as? [[String: Any]] ?? []
    #expect(jobs.map { $0["exit"] as? Int } == [67, 66, 0])
    #expect(jobs.map { $0["state"] as? String } == ["failed", "failed", "done"])
    #expect(ending.errors.contains("avwrite: error: job 2: nothing.wav: no such file\n"), "\(ending.errors)")
  }

  @Test func `--fail-fast begins no job after one that failed`() throws {
    let ending = try run(
      "nothing.wav", "in/a.wav", "in/sub/b.wav", "--output-dir", "out", "--workers", "1", "--fail-fast", "--json")
    #expect(ending.exit == 1)
    #expect(try ending.exitsOfJobs() == [66, 75, 75])
    #expect(outputs.isEmpty)
    #expect(ending.errors.contains("3 files, 0 done, 1 failed, 2 not started"), "\(ending.errors)")
  }

  @Test func `every event is valid and has its job's number, and the last is the report`() throws {
    let ending = try run("in", "nothing.wav", "--output-dir", "out", "--format", "mp3", "--events", "-")
    #expect(ending.exit == 1)
    let schema = try Schema("event")
    let lines = ending.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(try schema.problems(with: line) == []) }
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    #expect(objects.last?["jobs"] != nil)
    // Encoders' threads are of the process, and not of a job.
    #expect(objects.allSatisfy { ($0["cpu_s"] != nil) == ($0["jobs"] != nil) })
    for job in 1...3 {
      let last = objects.dropLast().last { $0["job"] as? Int == job }
      #expect(["result", "error"].contains(last?["type"] as? String))
    }
    #expect(objects.dropLast().allSatisfy { $0["job"] is Int || $0["type"] as? String == "overview" })
  }

  @Test func `--plan writes nothing, and tells every job`() throws {
    let ending = try run("in", "nothing.wav", "--output-dir", "out", "--plan", "--json")
    #expect(ending.exit == 1)
    #expect(try Schema("plan").problems(with: ending.output) == [])
    let text = try run("in", "--output-dir", "out", "--plan")
    #expect(text.exit == 0)
    #expect(text.output.contains("in/sub/b.wav to out/sub/b.m4a:\ncontainer: "), "\(text.output)")
    #expect(outputs.isEmpty)
  }

  @Test func `--plan tells what is there already, what would be replaced and what is refused`() throws {
    let arguments = ["in", "--output-dir", "out", "--format", "m4a"]
    func plan(_ more: String...) throws -> Command.Ending {
      try Command(["batch"] + arguments + ["--plan"] + more, in: folder).ending()
    }
    #expect(try Command(["batch"] + arguments, in: folder).ending().exit == 0)
    try FileManager.default.moveItem(atPath: folder.path("out/a.m4a"), toPath: folder.path("out/renamed.m4a"))
    let again = try plan()
    #expect(again.exit == 0)
    #expect(
      again.output == "in/a.wav: already done: out/renamed.m4a\n\nin/sub/b.wav: already done: out/sub/b.m4a\n")

    try folder.write("another", to: "out/a.m4a")
    let taken = try plan("--json")
    #expect(taken.exit == 1)
    #expect(taken.output.contains("E_OUTPUT_EXISTS"))
    let forced = try plan("--json", "--force")
    #expect(forced.exit == 0)
    #expect(forced.output.contains(#""replaces": true"#), "\(forced.output)")
    #expect(try plan("--force").output.contains("in/a.wav to out/a.m4a:\nreplaced: out/a.m4a\ncontainer: "))
    for document in [taken, forced] { #expect(try Schema("plan").problems(with: document.output) == []) }
    #expect(try folder.read("out/a.m4a") == "another")
  }

  @Test func `--event-times tells when each line was written`() throws {
    let ending = try run("in", "--output-dir", "out", "--format", "mp3", "--events", "-", "--event-times")
    let schema = try Schema("event")
    for line in ending.output.split(separator: "\n").map(String.init) {
      #expect(line.contains(#","time":"20"#), "\(line)")
      #expect(try schema.problems(with: line) == [])
    }
    #expect(try run("in", "--output-dir", "out", "--event-times").exit == 64)
  }

  @Test func `two inputs that would make one output fail before any work, and the others are done`() throws {
    try FileManager.default.copyItem(atPath: folder.path("in/a.wav"), toPath: folder.path("in/a.aiff"))
    let ending = try run("in", "--output-dir", "out")
    #expect(ending.exit == 1)
    let clash = "out/a.m4a: is the output of both in/a.aiff and in/a.wav; --keep-extension"
    #expect(ending.errors.components(separatedBy: clash).count == 3, "\(ending.errors)")
    #expect(outputs == ["out/sub/b.m4a"])
    #expect(try run("in", "--output-dir", "kept", "--keep-extension").exit == 0)
    #expect(Files.names(in: folder.file("kept")) == ["a.aiff.m4a", "a.wav.m4a", "sub/b.wav.m4a"])
    // However the folder is spelled.
    #expect(try run("in/a.wav", "./in/../in/a.wav", "--format", "mp3").exit == 1)
  }

  @Test(arguments: ["in/*.wav", "'in/*.wav'", "in", "../$(basename $PWD)/in", "$PWD/in/*.wav", "'in/**/*.wav'"])
  func `an output has its place however its input is named`(inputs: String) throws {
    try FileManager.default.removeItem(atPath: folder.path("in/sub"))
    let script = #""$0" batch \#(inputs) --output-dir out"#
    let ending = try Command(["-c", script, Tool.avwrite.path ?? ""], of: "/bin/sh", in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(outputs == ["out/a.m4a"])
  }

  @Test func `what an earlier run made under another suffix is no input`() throws {
    #expect(try run("in", "--suffix=-low", "--audio-bitrate", "32k").exit == 0)
    #expect(try run("in", "--suffix=-high", "--audio-bitrate", "128k").exit == 0)
    #expect(
      Files.names(in: folder.file("in")) == [
        "a-high.m4a", "a-low.m4a", "a.wav", "sub/b-high.m4a", "sub/b-low.m4a", "sub/b.wav",
      ])
    // Somebody else's file of such a name is one.
    try FileManager.default.copyItem(atPath: Files.fixture("speech.m4a"), toPath: folder.path("in/a-mine.m4a"))
    let ending = try run("in", "--suffix=-low", "--audio-bitrate", "32k", "-v")
    #expect(ending.exit == 0 && ending.errors.contains("3 files, 1 done, 2 already done"), "\(ending.errors)")
    #expect(ending.errors.contains("in/a.wav: already done as in/a-low.m4a"), "\(ending.errors)")
  }

  @Test func `an output that is any of the inputs is refused before any work`() throws {
    let before = try Data(contentsOf: folder.file("in/a.wav"))
    let ending = try run("in", "--format", "wav", "--force")
    #expect(ending.exit == 1)
    #expect(ending.errors.contains("is the same file as the input in/a.wav"), "\(ending.errors)")
    try FileManager.default.copyItem(atPath: folder.path("in/a.wav"), toPath: folder.path("in/a.mp3"))
    #expect(try run("in/a.wav", "in/a.mp3", "--format", "mp3", "--force").exit == 1)
    #expect(try Data(contentsOf: folder.file("in/a.wav")) == before)
  }

  @Test func `an output that another job reads is refused, be it there or not`() throws {
    let jobs = "- {input: in/a.wav, output: first.flac}\n- {input: ./first.flac, output: second.mp3}\n"
    try folder.write(jobs, to: "jobs.yaml")
    for workers in ["1", "2"] {
      let ending = try run("--jobs", "jobs.yaml", "--workers", workers, "--json")
      #expect(try ending.exitsOfJobs() == [73, 66], "\(ending.errors)")
      #expect(ending.errors.contains("first.flac: the output of in/a.wav is the same file as the input ./first.flac"))
      #expect(outputs == ["jobs.yaml"])
    }
    // Nobody makes the file that this one reads.
    #expect(try run("in/nothing.m4a", "--json").exitsOfJobs() == [66])
  }

  @Test(arguments: [["--jobs", "jobs.yaml"], ["--from", "list.m4a"]])
  func `an output that is a file of jobs or a list is refused before any work`(arguments: [String]) throws {
    let jobs = "- {input: in/a.wav, output: {path: jobs.yaml, format: wav}}\n"
    try folder.write(jobs, to: "jobs.yaml")
    try FileManager.default.copyItem(atPath: folder.path("in/a.wav"), toPath: folder.path("list.wav"))
    try folder.write("list.wav\n", to: "list.m4a")
    let ending = try Command(["batch", "--force"] + arguments, in: folder).ending()
    #expect(ending.exit == 1)
    #expect(ending.errors.contains("is the same file as the input \(arguments[1])"), "\(ending.errors)")
    #expect(try folder.read("jobs.yaml") == jobs && folder.read("list.m4a") == "list.wav\n")
  }

  @Test func `an output that exists is its job's error`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
    try folder.write("old", to: "out/a.mp3")
    let ending = try run("in", "--output-dir", "out", "--format", "mp3", "--json")
    #expect(ending.exit == 1)
    #expect(ending.output.contains(#""exit": 73"#), "\(ending.output)")
    #expect(try folder.read("out/a.mp3") == "old")
    #expect(try run("in/sub/b.wav", "--output-dir", "out/other", "--format", "mp3").exit == 0)
  }

  @Test(arguments: [
    ["batch"], ["batch", "in", "-0"], ["batch", "in", "--workers", "0"], ["batch", "in", "--suffix", "a/b"],
    ["batch", "in", "--nothing"], ["batch", ""], ["batch", "in", "--json", "--events", "-"],
  ])
  func `a wrong call exits 64`(arguments: [String]) throws {
    let ending = try Command(arguments, in: folder).ending()
    #expect(ending.exit == 64, "\(ending.errors)")
    #expect(outputs.isEmpty)
  }

  @Test func `a list that cannot be read exits 66, and the standard input is no media`() throws {
    #expect(try run("--from", "nothing", "--output-dir", "out").exit == 66)
    let ending = try run("-", "in/a.wav", "--output-dir", "out", "--json")
    #expect(ending.exit == 1)
    #expect(ending.errors.contains("a batch cannot read media from the standard input"), "\(ending.errors)")
    #expect(outputs == ["out/in/a.m4a"])
  }
}
