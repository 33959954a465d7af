import Foundation
import TestSupport
import Testing

/// What a caller may do to the three streams of a process (CL-04, CL-05).
@Suite struct StreamTests {
  let folder: TemporaryFolder
  private let source = Files.fixture("h264-aac-small.mp4")

  init() throws { folder = try TemporaryFolder() }

  private func run(_ prelude: String, _ arguments: String...) throws -> Command.Ending {
    try Command(arguments, in: folder, prelude: prelude).ending()
  }

  @Test func `closed streams never become the output file`() throws {
    let plain = try run("", "transcode", source, "plain.mp4", "--speed", "ultrafast")
    #expect(plain.exit == 0)
    // With -v much is said, which must not land in the file that got a closed stream's number.
    let closed = try run("exec >&- 2>&-; ", "transcode", source, "closed.mp4", "--speed", "ultrafast", "-v")
    #expect(closed.exit == 0)
    #expect(FileManager.default.contentsEqual(atPath: folder.path("plain.mp4"), andPath: folder.path("closed.mp4")))
  }

  @Test(arguments: [["--json"], ["--plan"]])
  func `data without a standard output exits 74 before any work`(options: [String]) throws {
    let ending = try Command(["transcode", source, "out.mp4"] + options, in: folder, prelude: "exec >&-; ").ending()
    #expect(ending.exit == 74)
    #expect(ending.errors == "avwrite: error: cannot write to the standard output: it is closed\n")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [["inspect"], ["inspect", "--json"], ["formats"]])
  func `data that a full disk does not take exits 74`(command: [String]) throws {
    let arguments = command.first == "inspect" ? command + [source] : command
    let ending = try Command(arguments, in: folder, prelude: "exec >/dev/full; ").ending()
    #expect(ending.exit == 74)
    #expect(ending.errors == "avwrite: error: cannot write to the standard output: No space left on device\n")
  }

  @Test(arguments: [
    ["inspect", "FILE"], ["dump", "FILE"], ["verify", "FILE"], ["diff", "FILE", "FILE"], ["formats"], ["presets"],
    ["explain"], ["version"], ["help"], ["batch", "FILE", "--output-dir", "out", "--plan"],
  ])
  func `data whose reader went away exits 74`(command: [String]) throws {
    // The signal has its usual effect again, which it may not have in the tests.
    let words = ["--default-signal=PIPE", Tool.avwrite.path ?? ""] + command.map { $0 == "FILE" ? source : $0 }
    let ending = try Command(words, of: "/usr/bin/env", in: folder, closesOutput: true).ending()
    #expect(ending.exit == 74, "\(ending)")
    #expect(ending.errors.hasSuffix("avwrite: error: cannot write to the standard output: Broken pipe\n"))
  }

  @Test func `a result that nobody takes exits 74, and says that the job is done`() throws {
    let ending = try run("exec >/dev/full; ", "transcode", source, "out.mp4", "--speed", "ultrafast", "--json", "-q")
    #expect(ending.exit == 74)
    #expect(
      ending.errors
        == "avwrite: error: cannot write to the standard output: No space left on device; "
        + "out.mp4 is complete and in place\n")
    #expect(folder.names == ["out.mp4"])
  }

  @Test func `a failed job's own exit code comes before that of its JSON`() throws {
    let ending = try run("exec >/dev/full; ", "transcode", "nothing.mov", "out.mp4", "--json")
    #expect(ending.exit == 66)
    #expect(ending.errors.contains("cannot write to the standard output"))
    #expect(ending.errors.hasSuffix("nothing.mov: no such file\n"))
  }

  @Test(arguments: [["inspect"], ["inspect", "--json"], ["dump"], ["formats"]])
  func `data that would make a file too large exits 74`(command: [String]) throws {
    let arguments = command.first == "formats" ? command : command + [source]
    let ending = try Command(arguments, in: folder, prelude: "ulimit -f 0; exec >data; ").ending()
    #expect(ending.exit == 74)
    #expect(ending.errors == "avwrite: error: cannot write to the standard output: File too large\n")
  }

  @Test func `events that cannot be written are a warning, and the job goes on`() throws {
    let ending = try run("", "transcode", source, "out.mp4", "--speed", "ultrafast", "--events", "/dev/full")
    #expect(ending.exit == 0)
    #expect(ending.errors.contains("warning: not all events could be written: No space left on device"))
    #expect(folder.names == ["out.mp4"])
  }

  @Test func `off a terminal nothing is printed but the last line`() throws {
    let ending = try run("", "transcode", source, "out.mp4", "--speed", "ultrafast")
    #expect(ending.output.isEmpty)
    #expect(ending.errors.split(separator: "\n").count == 1)
    #expect(ending.errors.hasPrefix("out.mp4: "))
    let quiet = try run("", "transcode", source, "quiet.mp4", "--speed", "ultrafast", "-q")
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test func `CL-04 in a loop over lines the standard input is left alone`() throws {
    try folder.write("1\n2\n3\n", to: "list")
    let script = #"exec < list; while read -r n; do "$0" transcode "$2" "$n.mp4" --speed ultrafast -q; done; exit; "#
    let ending = try run(script, "transcode", source)
    #expect(ending.exit == 0)
    #expect(folder.names == ["1.mp4", "2.mp4", "3.mp4", "list"])
  }

  @Test func `an argument that is no text exits 64`() throws {
    let ending = try run(#"set -- transcode "$(printf '\377.mp4')" out.mp4; "#, "unused")
    #expect(ending.exit == 64)
    #expect(ending.errors.contains(#"argument 2, $'\xff.mp4', is not UTF-8 text"#))
    #expect(ending.errors.contains("rename the file"))
    let document = try run(#"set -- inspect --json "$(printf '\377.mp4')"; "#, "unused")
    #expect(document.exit == 64)
    #expect(try Schema("event").problems(with: document.output) == [], "\(document.output)")
  }

  @Test func `a named pipe and a process substitution are read like the standard input`() throws {
    let plain = try run("", "transcode", source, "plain.mp4", "--speed", "ultrafast", "-q")
    #expect(plain.exit == 0)
    let named = try run(
      #"mkfifo pipe; cat "$2" > pipe & set -- transcode pipe named.mp4 --speed ultrafast -q; "#, "unused", source)
    #expect(named.exit == 0, "\(named.errors)")
    let substituted = try run(
      #"exec bash -c '"$0" transcode <(cat "$1") substituted.mp4 --speed ultrafast -q' "$0" "$2"; "#, "unused", source)
    #expect(substituted.exit == 0, "\(substituted.errors)")
    for name in ["named.mp4", "substituted.mp4"] {
      #expect(FileManager.default.contentsEqual(atPath: folder.path("plain.mp4"), andPath: folder.path(name)))
    }
    #expect(folder.names == ["named.mp4", "pipe", "plain.mp4", "substituted.mp4"])
  }

  /// Files that go into outputs are read before the job, and were read again for sound that is encoded by itself.
  @Test(arguments: [[], ["--target-size", "300k", "--parallel", "segment"]])
  func `a picture to draw and a list of chapters may be pipes`(options: [String]) throws {
    try folder.write("0:00 Intro\n0:00.5 Talk\n", to: "list")
    let logo = Files.fixture("h264-one-frame.mov")
    let words = ["--speed", "ultrafast", "-q"] + options
    let plain = try Command(
      ["transcode", source, "plain.mp4", "--overlay", "\(logo)@8,8", "--chapters", "list"] + words, in: folder
    ).ending()
    #expect(plain.exit == 0, "\(plain.errors)")
    let script = #"mkfifo logo marks; cat "$2" > logo & cat list > marks & "#
    let command = "set -- transcode \"$3\" piped.mp4 --overlay logo@8,8 --chapters marks "
    let piped = try run(script + command + words.joined(separator: " ") + "; ", "unused", logo, source)
    #expect(piped.exit == 0, "\(piped.errors)")
    #expect(FileManager.default.contentsEqual(atPath: folder.path("plain.mp4"), andPath: folder.path("piped.mp4")))
  }

  @Test func `a batch, which reads what it adds for every job, refuses pipes`() throws {
    #expect(mkfifo(folder.path("added"), 0o600) == 0)
    for options in [["--overlay", "added@0,0"], ["--cover", "added"], ["--chapters", "added"], ["--add", "added"]] {
      let words = ["batch", source, Files.fixture("h264-aac.mov"), "--output-dir", ".", "--keep-extension"]
      let ending = try Command(words + options, in: folder).ending()
      #expect(ending.exit == 1 && ending.errors.contains("added: is a pipe"), "\(ending.errors)")
    }
    #expect(folder.names == ["added"])
  }

  /// `script` of util-linux gives the command a terminal.
  @Test(arguments: [
    (environment: "TERM=xterm", bar: true, colour: true),
    (environment: "TERM=xterm NO_COLOR=1", bar: true, colour: false),
    (environment: "TERM=dumb", bar: false, colour: false),
  ])
  func `CL-05 a bar is drawn on a terminal alone, at most four times a second`(
    environment: String, bar: Bool, colour: Bool
  ) throws {
    // Slow enough for the bar to be drawn more than once.
    let job = "transcode '\(Files.fixture("h264-aac-small.mp4"))' out.mp4 --speed placebo"
    let script =
      #"start=$(date +%s%N); script -qec "env -u NO_COLOR \#(environment) '$0' \#(job)" /dev/null </dev/null; "#
      + #"echo "took $(( ($(date +%s%N) - start) / 1000000 ))"; exit; "#
    let ending = try run(script, "unused")
    let draws = ending.output.components(separatedBy: "\u{1B}[K").count - 1
    #expect(ending.output.contains("left") == bar)
    #expect(ending.output.contains("\u{1B}[32m") == colour)
    let milliseconds = try #require(
      ending.output.split(separator: "took ").last.flatMap { Int($0.split { $0.isWhitespace }[0]) })
    // One to begin with, one at the end and one to take the bar away.
    #expect(draws <= milliseconds / 250 + 3)
  }
}
