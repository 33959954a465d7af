import Foundation
import TestSupport
import Testing

/// Real files of strangers, which are not part of the project, and the tools that take streams out of them.
enum SharedMedia {
  static let isAvailable = Files.hasShared && Tool.ffmpeg.path != nil && Tool.ffprobe.path != nil

  static let reason: Comment = "SKIPPED: needs ../shared/media, ffmpeg and ffprobe; this check did not run"

  /// The whole file.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.shared(name))))
  }

  /// What ffmpeg writes to its standard output: a raw stream.
  static func ffmpeg(_ name: String, _ arguments: String) throws -> [UInt8] {
    let arguments = arguments.split(separator: " ").map(String.init)
    return try Tool.ffmpeg.run(["-v", "error", "-i", Files.shared(name)] + arguments + ["pipe:1"]).bytes
  }

  /// What ffprobe prints.
  static func ffprobe(_ name: String, _ arguments: String) throws -> String {
    let arguments = arguments.split(separator: " ").map(String.init)
    return try Tool.ffprobe.run(["-v", "error"] + arguments + [Files.shared(name)]).text
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
