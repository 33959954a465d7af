internal import Glibc

/// A pattern of paths as the shell's (`glob(7)`), in which a part `**` stands for any folders, or none.
struct PathPattern {
  /// The folder in which all matches lie: the path before the first part that is a pattern.
  let root: String
  private let parts: [Substring]

  static func isPattern(_ text: some StringProtocol) -> Bool { text.contains { "*?[".contains($0) } }

  init(_ text: String) {
    let fixed = text.prefix { !"*?[".contains($0) }
    root = fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
    parts = text.dropFirst(root.count).split(separator: "/")
  }

  /// Returns the paths that match, in the order of their names, each once.
  func matches() -> [String] {
    var found: [String] = []
    Self.collect(in: root, parts[...], into: &found)
    var known: Set<String> = []
    return found.filter { known.insert($0).inserted }
  }

  private static func collect(in folder: String, _ parts: ArraySlice<Substring>, into found: inout [String]) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    if part == "**" {
      collect(in: folder, rest.isEmpty ? ["*"] : rest, into: &found)
      // A link to a folder could lead back up.
      for name in names(in: folder) {
        let path = folder + name
        guard stat(path: path, followingLinks: false)?.isDirectory == true else { continue }
        collect(in: path + "/", parts, into: &found)
      }
      return
    }
    guard isPattern(part) else {
      let path = folder + part
      if stat(path: path, followingLinks: true) != nil { go(on: path, rest, into: &found) }
      return
    }
    for name in names(in: folder, isHidden: part.hasPrefix(".")) where fits(name, part) {
      go(on: folder + name, rest, into: &found)
    }
  }

  private static func go(on path: String, _ rest: ArraySlice<Substring>, into found: inout [String]) {
    if rest.isEmpty {
      found.append(path)
    } else {
      collect(in: path + "/", rest, into: &found)
    }
  }

  /// Returns the names in a folder. Hidden names match only patterns that begin with a full stop.
  private static func names(in folder: String, isHidden: Bool = false) -> [String] {
    let names = (try? Folder.names(in: folder.isEmpty ? "." : folder, startingWith: isHidden ? "." : nil)) ?? []
    return names.filter { $0 != "." && $0 != ".." }
  }

  private static func fits(_ name: String, _ pattern: Substring) -> Bool {
    withPath(String(pattern)) { pattern in withPath(name) { fnmatch(pattern, $0, FNM_PERIOD) == 0 } }
  }
}
