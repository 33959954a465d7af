import Foundation
import TestSupport
import Testing

/// `avwrite play` as one of the jobs of a shell, and on a terminal that it has to leave as it was.
@Suite struct JobControlTests {
  private let folder: TemporaryFolder
  private static let film = Files.fixture("h264-vfr.mov")
  private static let (enter, leave) = ("\u{1B}[?1049h", "\u{1B}[?1049l")
  private static let usual = tcflag_t(ICANON | ECHO)

  init() throws { folder = try TemporaryFolder() }

  private func play(_ arguments: [String], shell: String? = nil) throws -> TerminalCommand {
    try TerminalCommand(
      ["play", "--loop", "inf"] + arguments, shell: shell, in: folder,
      environment: ["AVWRITE_SOUND": "virtual", "SWIFT_BACKTRACE": "enable=no"])
  }

  /// The number of states that the command told to `events`, which its shell makes.
  private var stateCount: Int {
    (try? folder.read("events"))?.components(separatedBy: #""type":"state""#).count ?? 0
  }

  /// Waits until it has played on for a while.
  private func waitForStates(_ terminal: TerminalCommand) {
    let former = stateCount
    terminal.waitUntil { stateCount >= former + 3 }
  }

  @Test(arguments: [([film, "--terminal"], "▀"), ([Files.fixture("speech.wav")], "100 %")])
  func `a job in the background draws nothing, and has its keys in the foreground`(
    _ arguments: [String], _ text: String
  ) async throws {
    try await bounded {
      let terminal = try play(
        arguments + ["--json"], shell: #""$0" "$@" >events & read -r; echo front >&2; fg >&2"#)
      defer { terminal.close() }
      waitForStates(terminal)
      #expect(!terminal.shown.contains(text) && !terminal.shown.contains(Self.enter))
      #expect(terminal.flags & Self.usual == Self.usual)
      terminal.type("\n")
      terminal.waitUntilItShows("front")
      terminal.waitUntil { terminal.flags & Self.usual == 0 }
      // A key that sends a signal drops nothing of what is being written.
      #expect(terminal.flags & tcflag_t(NOFLSH) != 0)
      terminal.waitUntilItShows(text)
      terminal.type("q")
      let ending = terminal.ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(terminal.flags & Self.usual == Self.usual && terminal.flags & tcflag_t(NOFLSH) == 0)
    }
  }

  @Test(arguments: [film, "-"])
  func `a job that is stopped gives the screen back, and takes it in the foreground alone`(input: String) async throws {
    try await bounded {
      let redirection = input == "-" ? "<\(Self.film)" : ""
      let terminal = try play(
        [input, "--terminal", "--json"],
        shell: """
          "$0" "$@" \(redirection) >events; echo stopped >&2; read -r; bg >&2; read -r; echo front >&2; fg >&2
          """)
      defer { terminal.close() }
      terminal.waitUntilItShows("▀")
      terminal.waitUntilItShows("playing ")
      terminal.type("\u{1A}")
      terminal.waitUntilItShows("stopped")
      #expect(terminal.flags & Self.usual == Self.usual)
      #expect(terminal.shown.components(separatedBy: Self.leave).count == 2)
      terminal.type("\n")
      waitForStates(terminal)
      terminal.type("\n")
      terminal.waitUntilItShows("front")
      let former = try #require(terminal.shown.components(separatedBy: "front").first)
      let behind = try #require(former.components(separatedBy: Self.leave).last)
      #expect(!behind.contains("▀") && !behind.contains("100 %") && !behind.contains(Self.enter))
      for text in [Self.enter, "▀", "100 %"] { terminal.waitUntilItShows(text, after: former) }
      if input == "-" { terminal.signal(SIGTERM) } else { terminal.type("q") }
      let ending = terminal.ending()
      #expect(ending.exit == (input == "-" ? 128 + SIGTERM : 0), "\(ending.errors)")
      #expect(ending.errors.components(separatedBy: Self.leave).count == 3)
    }
  }

  @Test func `a paused job that returns, or whose terminal is resized, shows its line again`() async throws {
    try await bounded {
      let terminal = try play([Self.film, "--terminal"], shell: #""$0" "$@"; echo stopped >&2; read -r; fg >&2"#)
      defer { terminal.close() }
      terminal.waitUntilItShows("▀")
      terminal.waitUntilItShows("playing ")
      terminal.type(" ")
      terminal.waitUntilItShows("paused ")
      var former = terminal.shown
      terminal.resize(columns: 60, rows: 17)
      terminal.waitUntilItShows("\u{1B}[17;1Hpaused ", after: former)
      terminal.type("\u{1A}")
      terminal.waitUntilItShows("stopped")
      former = terminal.shown
      terminal.type("\n")
      for text in [Self.enter, "\u{1B}[17;1Hpaused "] { terminal.waitUntilItShows(text, after: former) }
      terminal.type("q")
      #expect(terminal.ending().exit == 0)
    }
  }

  @Test func `a line alone is shown again in a terminal of another size`() async throws {
    try await bounded {
      let terminal = try play([Files.fixture("speech.wav")])
      defer { terminal.close() }
      terminal.waitUntilItShows("playing ")
      terminal.type(" ")
      terminal.waitUntilItShows("paused ")
      let former = terminal.shown
      terminal.resize(columns: 60, rows: 17)
      terminal.waitUntilItShows("paused ", after: former)
      terminal.type("q")
      #expect(terminal.ending().exit == 0)
    }
  }

  @Test(arguments: [(film, SIGQUIT), (film, SIGABRT), (film, SIGSEGV), ("-", SIGQUIT)])
  func `a signal that dumps the process gives the terminal back first`(input: String, signal: Int32) async throws {
    try await bounded {
      let redirection = input == "-" ? "<\(Self.film)" : ""
      let terminal = try play(
        [input, "--terminal"], shell: #"ulimit -c 0; "$0" "$@" \#(redirection); echo "ended with $?" >&2"#)
      defer { terminal.close() }
      terminal.waitUntilItShows("▀")
      // A key that sends a signal drops nothing of what is being written, which would hold up the end.
      #expect(terminal.flags & tcflag_t(NOFLSH) != 0)
      if signal == SIGQUIT { terminal.type("\u{1C}") } else { terminal.signal(signal) }
      let ending = terminal.ending()
      #expect(ending.errors.contains("ended with \(128 + signal)"), "\(ending.errors.suffix(200))")
      #expect(ending.errors.components(separatedBy: Self.leave).count == 2)
      #expect(terminal.flags & Self.usual == Self.usual && terminal.flags & tcflag_t(NOFLSH) == 0)
    }
  }

  @Test func `a test that ends early leaves nothing that plays`() async throws {
    try await bounded {
      let terminal = try play([Self.film, "--terminal"], shell: #""$0" "$@"; echo ended >&2"#)
      terminal.waitUntilItShows("▀")
      terminal.close()
      // The standard output ends only when nobody has it open any more.
      #expect(terminal.ending().exit == SIGKILL)
    }
  }

  @Test func `a second signal ends what waits for its terminal`() async throws {
    try await bounded {
      let terminal = try play([Self.film, "--terminal"])
      defer { terminal.close() }
      terminal.waitUntilItShows("▀")
      terminal.stopReading()
      // The same request may come as several signals within a second; the one after that is another.
      terminal.waitUntil {
        terminal.signal(SIGTERM)
        return false
      }
      #expect(terminal.ending().exit == 128 + SIGTERM)
    }
  }
}
