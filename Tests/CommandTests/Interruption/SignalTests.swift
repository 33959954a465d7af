import Foundation
import TestSupport
import Testing

/// Signals to a job that waits for its standard input, where nothing but the signal can end it.
@Suite struct SignalTests {
  let folder: TemporaryFolder
  /// Their writing ends stay open, so that the jobs wait.
  let pipes = [Pipe(), Pipe()]

  init() throws { folder = try TemporaryFolder() }

  private func waitingJob(prelude: String = "") throws -> Command {
    let command = try Command(["transcode", "-", "out.mp4"], in: folder, input: pipes[0], prelude: prelude)
    command.waitUntilItWrites(in: folder)
    return command
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal cancels, leaves nothing and is the exit code`(signal: Int32) throws {
    let command = try waitingJob()
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(ending.errors == "avwrite: error: cancelled by signal \(signal)\n")
    #expect(folder.names.isEmpty)
  }

  /// A terminal that is closed and its shell both send SIGHUP; timeout(1) signals its child and its group.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a request that comes as two signals cancels once, and leaves nothing`(signal: Int32) throws {
    let command = try waitingJob()
    command.signal(signal)
    // Apart, so that the second is no longer one with the first.
    usleep(20_000)
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(ending.errors == "avwrite: error: cancelled by signal \(signal)\n")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ["verify", "URL"], ["diff", "URL", "URL"], ["compare", "URL", "URL"], ["thumbnails", "URL", "--count", "1"],
    ["waveform", "URL"], ["extract", "URL", "--cover"],
  ])
  func `a command with one result tells a signal in its document`(arguments: [String]) throws {
    let media = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac-small.mp4"), toPath: media.path("clip.mp4"))
    let server = try MediaServer(URL(fileURLWithPath: media.path), manner: .silence(after: 0))
    let url = server.url("clip.mp4").absoluteString
    let command = try Command(arguments.map { $0 == "URL" ? url : $0 } + ["--json"], in: folder)
    command.waitUntil { !server.requests.isEmpty }
    command.signal(SIGTERM)
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGTERM)
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    #expect(document?["code"] as? String == "E_CANCELLED")
    #expect(folder.names.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test(
    arguments: [
      ["transcode", "URL", "out.mp4"], ["transcode", "URL", "out.mp4", "--plan"],
      ["join", "FILE", "URL", "-o", "out.mp4"], ["transcode", "FILE", "out.mp4", "--add", "URL"],
    ], [MediaServer.Manner.silence(after: 0), .silence(after: 40), .silenceInWholeFiles(after: 1000)])
  func `a signal ends the opening of what a silent server has, and leaves nothing`(
    arguments: [String], manner: MediaServer.Manner
  ) throws {
    let file = Files.fixture("h264-aac-small.mp4")
    let server = try MediaServer(Files.fixtures, manner: manner)
    let url = server.url("h264-aac-small.mp4").absoluteString
    let command = try Command(arguments.map { $0 == "URL" ? url : $0 == "FILE" ? file : $0 }, in: folder)
    command.waitUntil { !server.requests.isEmpty }
    command.signal(SIGTERM)
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGTERM, "\(ending.errors)")
    #expect(ending.errors == "avwrite: error: cancelled by signal \(SIGTERM)\n")
    #expect(folder.names.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `a signal ends a batch that asks a silent server for the version of an input`() throws {
    let server = try MediaServer(Files.fixtures, manner: .silence(after: 0))
    let url = server.url("h264-aac-small.mp4").absoluteString
    let command = try Command(["batch", url, "--output-dir", "out"], in: folder)
    command.waitUntil { !server.requests.isEmpty }
    command.signal(SIGTERM)
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGTERM)
    // The input itself is not at fault.
    #expect(!ending.errors.contains("h264-aac-small.mp4: "), "\(ending.errors)")
    #expect(folder.names.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `a second request ends what does not end by itself, and leaves nothing`() throws {
    let server = try MediaServer(Files.fixtures, manner: .silence(after: 0))
    let url = server.url("h264-aac-small.mp4").absoluteString
    let command = try Command(["compare", url, url, "--report", "page.html"], in: folder)
    command.waitUntil { !server.requests.isEmpty }
    #expect(folder.names.count == 1)
    command.signal(SIGTERM)
    // Later than what belongs to the first request.
    usleep(1_200_000)
    command.signal(SIGTERM)
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGTERM)
    #expect(ending.errors.isEmpty)
    #expect(folder.names.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `a signal that the caller ignores stays ignored`() throws {
    let command = try waitingJob(prelude: "trap '' HUP; ")
    command.signal(SIGHUP)
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
  }

  @Test func `SIGUSR1 asks for a line and ends nothing`() throws {
    let command = try waitingJob()
    command.signal(SIGUSR1)
    #expect(command.nextErrorLine() == "avwrite: starting\n")
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
  }

  /// The runtime's backtracer halts each thread by a signal, SIGUSR1 among them.
  @Test func `a crash is no question about the status`() throws {
    let command = try waitingJob(prelude: "export SWIFT_BACKTRACE=enable=yes,color=no; ")
    command.signal(SIGSEGV)
    try pipes[0].fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit != 0)
    #expect(!ending.errors.contains("avwrite: starting"), "\(ending.errors)")
  }

  @Test func `a job that waits for a pipe's writer can be cancelled`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let command = try Command(["transcode", "pipe", "out.mp4"], in: folder)
    command.waitUntil { folder.names.count > 1 }
    command.signal(SIGTERM)
    #expect(command.ending().exit == 128 + SIGTERM)
    #expect(folder.names == ["pipe"])
  }

  @Test(arguments: [
    ["speech.wav", "out.m4a", "--cover", "added"], ["speech.wav", "out.m4a", "--chapters", "added"],
    ["h264-aac-small.mp4", "out.mp4", "--overlay", "added@0,0"],
  ])
  func `a job that waits for the writer of what it adds can be cancelled`(words: [String]) throws {
    #expect(mkfifo(folder.path("added"), 0o600) == 0)
    let command = try Command(["transcode", Files.fixture(words[0])] + words.dropFirst(), in: folder)
    command.waitUntil { command.hasOpen("/added") }
    command.signal(SIGTERM)
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGTERM)
    #expect(ending.errors == "avwrite: error: cancelled by signal \(SIGTERM)\n")
    #expect(folder.names == ["added"])
  }

  @Test(arguments: ["mkv", "mp4"])
  func `a job whose reader takes no more can be cancelled`(container: String) throws {
    let command = try Command(
      ["transcode", Files.fixture("h264-aac.mov"), "-", "-q", "--video-codec", "copy", "--format", container],
      in: folder)
    // A pipe holds little more, and the file is several times as large.
    command.waitUntil { command.unreadBytes > 48_000 }
    command.signal(SIGINT)
    // To its end, before which nobody reads.
    command.waitUntil { false }
    let ending = command.ending()
    #expect(ending.exit == 128 + SIGINT)
    #expect(ending.errors == "avwrite: error: cancelled by signal \(SIGINT)\n")
    #expect(folder.names.isEmpty)
  }

  private func jobWithUnreadEvents() throws -> Command {
    #expect(mkfifo(folder.path("events"), 0o600) == 0)
    let command = try Command(
      [
        "transcode", Files.fixture("h264-aac-small.mp4"), "out.mp4", "-q", "--video-codec", "copy",
        "--events", "events",
      ], in: folder)
    command.waitUntil { command.answers(SIGTERM) }
    return command
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a job that waits for a reader of its events can be cancelled`(signal: Int32) throws {
    let command = try jobWithUnreadEvents()
    command.signal(signal)
    let ending = command.ending()
    #expect(ending.exit == 128 + signal)
    #expect(ending.errors == "avwrite: error: cancelled by signal \(signal)\n")
    #expect(folder.names == ["events"])
  }

  @Test func `a reader of events may come later than the job`() throws {
    let command = try jobWithUnreadEvents()
    let reader = try Command(["-c", "exec cat events"], of: "/bin/sh", in: folder).ending()
    #expect(command.ending().exit == 0)
    #expect(reader.output.split(separator: "\n").last?.contains(#""type":"result""#) == true, "\(reader.output)")
  }

  @Test func `SIGUSR1 ends no other command either`() throws {
    let command = try Command(["inspect", "-"], in: folder, input: pipes[0])
    command.waitUntil { command.ignores(SIGUSR1) }
    command.signal(SIGUSR1)
    try pipes[0].fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 67)
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["rm -r sub", "mv sub moved"])
  func `an output folder that goes away exits 73, and nothing is left`(action: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    let command = try Command(
      ["transcode", "-", "sub/out.mp4", "--speed", "ultrafast"], in: folder, input: pipes[0])
    command.waitUntil { command.hasOpen(".avwrite-input-") }
    #expect(try Command(["-c", action], of: "/bin/sh", in: folder).ending().exit == 0)
    pipes[0].fileHandleForWriting.write(
      try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac-small.mp4"))))
    try pipes[0].fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 73)
    #expect(ending.errors.contains("sub/out.mp4: its folder was removed, moved or emptied while the job ran"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "moved" }.isEmpty)
  }

  @Test func `a killed job's remains go with the next, and a living job's stay`() throws {
    let killed = try waitingJob()
    killed.signal(SIGKILL)
    #expect(killed.ending().exit == -SIGKILL)
    let remains = folder.names
    #expect(remains.count == 1)

    let next = try Command(["transcode", "-", "out.mp4"], in: folder, input: pipes[1])
    var living: [String] = []
    next.waitUntil {
      living = folder.names
      return living.count == 1 && living != remains
    }
    #expect(try Command.run("transcode", Files.corrupt("text.mov"), "out.mp4", in: folder).exit == 67)
    #expect(folder.names == living)
    next.signal(SIGTERM)
    #expect(next.ending().exit == 128 + SIGTERM)
    #expect(folder.names.isEmpty)
  }
}
