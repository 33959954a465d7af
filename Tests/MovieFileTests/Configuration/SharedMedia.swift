import Foundation
import Testing

/// Real files of strangers, which are not part of the project, and the tools that take streams out of them.
enum SharedMedia {
  /// `../shared/media` beside the checkout.
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/media")

  static let isAvailable =
    FileManager.default.fileExists(atPath: directory.path)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  static let reason: Comment = "SKIPPED: needs ../shared/media and /usr/bin/ffmpeg; this check did not run"

  /// The whole file.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: directory.appending(path: name)))
  }

  /// What ffmpeg writes to its standard output: a raw stream.
  static func ffmpeg(_ name: String, _ arguments: String) throws -> [UInt8] {
    try output(
      of: "/usr/bin/ffmpeg",
      ["-v", "error", "-nostdin", "-i", directory.appending(path: name).path]
        + arguments.split(separator: " ").map(String.init) + ["pipe:1"])
  }

  /// What ffprobe prints.
  static func ffprobe(_ name: String, _ arguments: String) throws -> String {
    let text = try output(
      of: "/usr/bin/ffprobe",
      ["-v", "error"] + arguments.split(separator: " ").map(String.init) + [directory.appending(path: name).path])
    return String(decoding: text, as: UTF8.self)
  }

  private static func output(of program: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](output)
  }

  /// The payload of the first box of this type that lies in the file's bytes, by searching for its name.
  static func box(_ type: String, in bytes: [UInt8], after start: Int = 0) throws -> [UInt8] {
    let name = Array(type.utf8)
    var index = max(4, start)
    while index + 4 <= bytes.count {
      if bytes[index] == name[0], Array(bytes[index..<index + 4]) == name {
        let size = bytes[index - 4..<index].reduce(0) { $0 << 8 | Int($1) }
        if size >= 8, index - 4 + size <= bytes.count { return Array(bytes[index + 4..<index - 4 + size]) }
      }
      index += 1
    }
    throw MissingBox(type: type)
  }

  struct MissingBox: Error {
    var type: String
  }
}
