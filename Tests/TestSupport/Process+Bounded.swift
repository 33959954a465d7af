package import Foundation

extension Process {
  /// The longest time that a program may take that runs beside all other tests, even under a sanitizer. Only a program
  /// that hangs reaches it.
  private static let limitSeconds = 300

  /// Never busy, however many threads wait elsewhere.
  private static let watching = DispatchQueue(label: "programs of tests")

  /// Starts a program as a terminal's shell does, with the default action for every signal: if a shell runs the tests
  /// in the background, they ignore SIGINT, and children would inherit that.
  ///
  /// Whatever waits for the program comes to an end: one that hangs is killed, with all that it has started, and its
  /// test sees that it ended by SIGKILL.
  package func start(_ program: String, _ arguments: [String]) throws {
    executableURL = URL(fileURLWithPath: "/usr/bin/env")
    self.arguments = ["--default-signal", program] + arguments
    try run()
    Self.watching.asyncAfter(deadline: .now() + .seconds(Self.limitSeconds)) { [weak self] in self?.end() }
  }

  /// Kills the program with all that it has started, if it still runs. What it has started may be in groups and sessions of
  /// its own, as the jobs of a shell are.
  package func end() {
    guard isRunning else { return }
    let descendants = Self.descendants(of: processIdentifier)
    let leadsGroup = getpgid(processIdentifier) == processIdentifier
    kill(leadsGroup ? -processIdentifier : processIdentifier, SIGKILL)
    for process in descendants { kill(process, SIGKILL) }
  }

  /// The processes that a process has started, and those that these have started, each after its parent.
  private static func descendants(of ancestor: pid_t) -> [pid_t] {
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    let families = Dictionary(grouping: numbers, by: parent(of:))
    var found: [pid_t] = []
    var waiting = [ancestor]
    while let process = waiting.popLast() {
      let children = families[process] ?? []
      found += children
      waiting += children
    }
    return found
  }

  /// The parent of a process, or 0 if it has none or has ended.
  private static func parent(of process: pid_t) -> pid_t {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line?.split(separator: "\t").last.flatMap { pid_t($0) } ?? 0
  }
}
