internal import Foundation

/// The longest folder that all inputs of a batch share. Outputs lie in the folders that their inputs have below it.
///
/// Names alone decide, so that a file has its place however it was named: `in/a.wav`, `../work/in/a.wav` or by its
/// folder.
public struct SharedFolder: Sendable, Hashable {
  /// The names from the root of the file system; empty for the root itself.
  private let parts: [Substring]

  public init(of inputs: some Sequence<BatchInput>) {
    var shared: [Substring]?
    for input in inputs {
      let folder = Self.parts(of: input.path).dropLast()
      guard let known = shared else {
        shared = Array(folder)
        continue
      }
      shared = zip(known, folder).prefix { $0 == $1 }.map(\.0)
    }
    parts = shared ?? []
  }

  /// Returns the path of an input from the shared folder.
  func place(of input: BatchInput) -> String {
    Self.parts(of: input.path).dropFirst(parts.count).joined(separator: "/")
  }

  /// Returns the names from the root of the file system to a file, without `.` and `..`.
  private static func parts(of path: String) -> [Substring] {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return whole.split(separator: "/").reduce(into: []) { parts, part in
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
  }
}
