import Foundation

/// Other implementations that read our files. Tests that need one say so and are skipped, by name, where it is absent.
enum Oracle: String, CaseIterable {
  case ffprobe, mediainfo

  private var executable: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(rawValue)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var isInstalled: Bool { executable != nil }

  /// What the tool writes to its output; empty where it is not installed.
  func run(_ arguments: String...) throws -> String {
    guard let executable else { return "" }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
