package import Foundation

extension Process {
  /// How long a program may take that runs beside all other tests, under a sanitizer too. Only what hangs reaches it.
  private static let limitSeconds = 300

  /// Never busy, however many threads wait elsewhere.
  private static let watching = DispatchQueue(label: "programs of tests")

  /// Starts a program as a terminal's shell does, with the default action for every signal: a shell that runs the tests in
  /// the background has them ignore SIGINT, and children inherit that.
  ///
  /// Whatever waits for the program comes to an end: one that hangs is killed, with all that it has started, and its
  /// test sees that it ended by SIGKILL.
  package func start(_ program: String, _ arguments: [String]) throws {
    executableURL = URL(fileURLWithPath: "/usr/bin/env")
    self.arguments = ["--default-signal", program] + arguments
    try run()
    Self.watching.asyncAfter(deadline: .now() + .seconds(Self.limitSeconds)) { [weak self] in
      guard let self, isRunning else { return }
      let leadsGroup = getpgid(processIdentifier) == processIdentifier
      kill(leadsGroup ? -processIdentifier : processIdentifier, SIGKILL)
    }
  }
}
