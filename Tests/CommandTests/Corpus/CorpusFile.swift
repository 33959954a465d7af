internal import Foundation
internal import TestSupport
internal import Testing

/// A file of the corpora: what the package carries, and strangers' media beside it where they are.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  let path: String
  /// Relative to its corpus.
  let name: String

  var testDescription: String { name }

  /// Whether the long clips are wanted too.
  static var isFull: Bool { ProcessInfo.processInfo.environment["AVWRITE_FULL"] != nil }

  /// Every file that holds video or audio and is whole.
  static let readable: [CorpusFile] = {
    let folders = ["audio", "derived", "mov", "mp4", "other"] + (isFull ? ["bench"] : [])
    return files(in: Files.fixtures)
      + folders.flatMap { files(in: Files.shared.appendingPathComponent($0), prefix: $0 + "/") }
      .filter { file in
        CorpusExceptions.unreadable[file.name] == nil && !file.name.hasSuffix(".md")
          && !CorpusExceptions.withoutPictureAndSound.contains(file.name)
      }
  }()

  static let bad: [CorpusFile] =
    files(in: Files.shared.appendingPathComponent("bad"), prefix: "bad/")

  static func shared(_ name: String) -> CorpusFile {
    CorpusFile(path: Files.shared(name), name: name)
  }

  private static func files(in folder: URL, prefix: String = "") -> [CorpusFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { CorpusFile(path: folder.appendingPathComponent($0).path, name: prefix + $0) }
  }
}
