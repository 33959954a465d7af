import Foundation
import TestSupport
import Testing

@Suite struct RefusalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a transcode that must fail, and checks that it left only what was there.
  private func refusal(_ arguments: String...) throws -> Command.Ending {
    let before = folder.names
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(folder.names == before)
    #expect(ending.output.isEmpty)
    // One sentence, and no more.
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    return ending
  }

  @Test func `a missing input exits 66`() throws {
    let ending = try refusal("nothing.mov", "out.mp4")
    #expect(ending.exit == 66)
    #expect(ending.errors.contains("nothing.mov: no such file"))
  }

  @Test func `a folder and a device are no input files`() throws {
    #expect(try refusal(".", "out.mp4").exit == 66)
    #expect(try refusal("/dev/null", "out.mp4").exit == 66)
  }

  @Test func `a closed standard input exits 66`() throws {
    #expect(try refusal("-", "out.mp4").exit == 66)
  }

  @Test(arguments: ["a text file\n", "", "\u{0}\u{0}\u{0}\u{8}"])
  func `a file that holds no media exits 67`(text: String) throws {
    try folder.write(text, to: "in.mov")
    #expect(try refusal("in.mov", "out.mp4").exit == 67)
  }

  @Test func `an output that exists exits 73 and stays`() throws {
    try folder.write("source", to: "in.mov")
    try folder.write("old", to: "out.mp4")
    let ending = try refusal("in.mov", "out.mp4")
    #expect(ending.exit == 73)
    #expect(ending.errors.contains("--force"))
    #expect(try folder.read("out.mp4") == "old")
  }

  @Test func `CL-03 the input is never the output`() throws {
    try folder.write("source", to: "in.mov")
    try FileManager.default.linkItem(atPath: folder.path("in.mov"), toPath: folder.path("hard.mp4"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("soft.mp4"), withDestinationPath: "in.mov")
    for output in ["in.mov", "./in.mov", "hard.mp4", "soft.mp4"] {
      let ending = try refusal("in.mov", output, "--force")
      #expect(ending.exit == 73)
      #expect(ending.errors.contains("is the input"))
    }
    #expect(try folder.read("in.mov") == "source")
  }

  @Test func `a missing or closed output folder exits 73`() throws {
    try folder.write("source", to: "in.mov")
    #expect(try refusal("in.mov", "nowhere/out.mp4").exit == 73)
    #expect(try refusal("in.mov", "/proc/out.mp4").exit == 73)
  }

  @Test func `an output that is not a regular file exits 73, and force is not offered`() throws {
    try folder.write("source", to: "in.mov")
    #expect(mkfifo(folder.path("fifo.mp4"), 0o600) == 0)
    for output in ["fifo.mp4", "/dev/null", "/dev/stdout"] {
      let ending = try refusal("in.mov", output, "--format", "mp4")
      #expect(ending.exit == 73)
      #expect(ending.errors.contains("is not a regular file"), "\(ending.errors)")
      #expect(try refusal("in.mov", output, "--force", "--format", "mp4").exit == 73, "\(output)")
    }
  }

  @Test(arguments: [".", "folder", "folder/"])
  func `a folder is no output, whatever its name`(output: String) throws {
    try folder.write("source", to: "in.mov")
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    let ending = try refusal("in.mov", output, "--force")
    #expect(ending.exit == 73)
    #expect(ending.errors.contains("is a folder"), "\(ending.errors)")
  }

  @Test func `a name's control characters are written out, so that a sentence stays one line`() throws {
    let ending = try refusal("a\n\u{1B}[31mb.mov", "out.mp4")
    #expect(ending.exit == 66)
    #expect(ending.errors == "avwrite: error: a\\n\\u{1b}[31mb.mov: no such file\n")
  }

  @Test func `an extension that names no container exits 69`() throws {
    try folder.write("source", to: "in.mov")
    #expect(try refusal("in.mov", "out.xyz").exit == 69)
  }

  @Test func `a full disk while spooling exits 74`() throws {
    let pipe = Pipe()
    // Eight blocks of 512 bytes, in place of a disk with as many left.
    let command = try Command(
      ["transcode", "-", "out.mp4"], in: folder, input: pipe, prelude: "ulimit -f 8; ")
    pipe.fileHandleForWriting.write(Data(count: 20_000))
    try pipe.fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 74)
    #expect(folder.names.isEmpty)
  }

  /// Each makes a file of more than 4 kB at once.
  @Test(arguments: [
    ["waveform", Files.fixture("h264-aac.mov"), "--output-dir", ".", "--size", "3000x1500"],
    ["thumbnails", Files.fixture("h264-aac.mov"), "--output-dir", ".", "--at", "1"],
    ["compare", Files.fixture("h264-aac.mov"), Files.fixture("h264-aac.mov"), "--report", "report.html"],
  ])
  func `a full disk under an image or a report exits 74`(arguments: [String]) throws {
    // Eight blocks of 512 bytes, in place of a disk with as many left.
    let ending = try Command(arguments, in: folder, prelude: "ulimit -f 8; ").ending()
    #expect(ending.exit == 74)
    #expect(ending.errors.contains("cannot be written: File too large"), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: ["a b.mov", "a\nb.mov", "-a.mov", "'\"$`.mov", "é日.mov"])
  func `a file may have any name`(name: String) throws {
    try folder.write("text", to: name)
    // Read as the file that it is, which holds no media.
    #expect(try Command.run("transcode", "--", name, "out.mp4", in: folder).exit == 67)
    #expect(try Command.run("inspect", "--", name, in: folder).exit == 67)
  }

  @Test func `a failed job's JSON is the error and nothing else`() throws {
    let ending = try Command.run("transcode", "nothing.mov", "out.mp4", "--json", in: folder)
    #expect(ending.exit == 66)
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(document?["type"] as? String == "error")
    #expect(document?["code"] as? String == "E_INPUT_MISSING")
  }

  @Test(arguments: [
    ["verify", "nothing.mov"], ["diff", "nothing.mov", "other.mov"], ["compare", "nothing.mov", "other.mov"],
    ["thumbnails", "nothing.mov", "--count", "1"], ["waveform", "nothing.mov"], ["extract", "nothing.mov", "--cover"],
    ["explain", "nothing"], ["presets", "nothing"],
  ])
  func `the error of a command with one result is its document`(arguments: [String]) throws {
    let ending = try Command(arguments + ["--json"], in: folder).ending()
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(document?["type"] as? String == "error")
    #expect(document?["exit"] as? Int == Int(ending.exit))
    #expect(ending.exit > 2)
    #expect(ending.errors.hasPrefix("avwrite: error: "))
    let closed = try Command(arguments + ["--json"], in: folder, prelude: "exec >&-; ").ending()
    #expect(closed.exit == 74)
  }

  @Test func `the last event is the error`() throws {
    #expect(try Command.run("transcode", "nothing.mov", "out.mp4", "--events", "log", in: folder).exit == 66)
    let lines = try folder.read("log").split(separator: "\n")
    #expect(lines.last?.contains(#""type":"error","code":"E_INPUT_MISSING","exit":66"#) == true)
    #expect(try Command.run("transcode", "nothing.mov", "out.mp4", "--events", "fd:99", in: folder).exit == 73)
  }

  @Test(arguments: [
    ["--add", "a.m4a", "--events", "a.m4a"], ["--chapters", "list", "--events", "list"],
    ["--settings", "list", "--events", "list"], ["--events", "out.mp4"], ["--events", "./new.mp4"],
    ["--overlay", "out.mp4@0,0"],
  ])
  func `CL-03 neither events nor an output replace what is read or made`(options: [String]) throws {
    try FileManager.default.copyItem(atPath: Files.fixture("speech.m4a"), toPath: folder.path("a.m4a"))
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac-small.mp4"), toPath: folder.path("out.mp4"))
    try folder.write("crf: 20\n", to: "list")
    let before = try folder.names.map { try Data(contentsOf: folder.file($0)) }
    let output = options.last == "./new.mp4" ? "new.mp4" : "out.mp4"
    let ending = try Command(
      ["transcode", Files.fixture("h264-aac-small.mp4"), output, "--force"] + options, in: folder
    ).ending()
    #expect([64, 73, 78].contains(ending.exit), "\(ending)")
    #expect(try folder.names.map { try Data(contentsOf: folder.file($0)) } == before)
  }

  @Test func `CL-03 the events of a batch take the place of no list`() throws {
    let list = "input: \(Files.fixture("speech.wav"))\noutput: out.m4a\n"
    try folder.write(list, to: "jobs.yaml")
    let ending = try Command.run(
      "batch", "--jobs", "jobs.yaml", "--events", "jobs.yaml", "--force", "--json", in: folder)
    #expect(ending.exit == 73)
    #expect(ending.output.contains("E_OUTPUT_IS_INPUT"))
    #expect(ending.errors.contains("jobs.yaml: is the input file"))
    #expect(try folder.read("jobs.yaml") == list)
    #expect(folder.names == ["jobs.yaml"])
  }

  @Test func `inspect shows what it can and exits with the first failure`() throws {
    let ending = try Command.run("inspect", "nothing.mov", ".", "--json", in: folder)
    #expect(ending.exit == 66)
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect((document?["files"] as? [Any])?.count == 2)
  }
}
