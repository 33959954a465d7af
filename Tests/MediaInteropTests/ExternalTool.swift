import Foundation

/// Another implementation, run as a program: the oracle of what this module writes.
enum ExternalTool {
  struct Failure: Error {
    var tool: String
    var status: Int32
    var standardError: String
  }

  /// Runs a program from the path and returns its standard output.
  ///
  /// `input` is on its standard input, and in a file whose name stands for `@` among the arguments: some readers
  /// look for an end that a pipe does not show.
  static func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    try TemporaryDirectory.with { directory in
      // Files and not pipes: no side can then wait for the other.
      let names = ["in", "out", "err"].map { directory + "/" + $0 }
      for (name, content) in zip(names, [input, [], []]) { try Data(content).write(to: URL(fileURLWithPath: name)) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments.map { $0 == "@" ? names[0] : $0 }
      process.standardInput = FileHandle(forReadingAtPath: names[0])
      process.standardOutput = FileHandle(forWritingAtPath: names[1])
      process.standardError = FileHandle(forWritingAtPath: names[2])
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        let text = (try? String(contentsOfFile: names[2], encoding: .utf8)) ?? ""
        throw Failure(tool: arguments[0], status: process.terminationStatus, standardError: text)
      }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: names[1])))
    }
  }
}

/// A directory of one test's own, removed at its end.
enum TemporaryDirectory {
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "/interop-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
