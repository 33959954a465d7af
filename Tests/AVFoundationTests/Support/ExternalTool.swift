import Foundation

/// Another implementation, run as a program: the oracle of what is written.
enum ExternalTool {
  static let hasFFprobe = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")

  /// The values of a stream's fields as ffprobe reads them.
  static func ffprobe(_ url: URL, stream: String, fields: [String]) throws -> [String: String] {
    let output = try run([
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "stream=" + fields.joined(separator: ","),
      "-of", "default=noprint_wrappers=1", url.path,
    ])
    var values: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
