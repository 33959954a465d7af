internal import Foundation

/// The control groups of a process (versions 1 and 2), of which only the memory limits are read.
package struct ControlGroups {
  /// The lines of `/proc/PID/cgroup`: a number, controllers and a path each. Version 2 has the number 0 and no
  /// controllers.
  private let lines: [[Substring]]
  /// The folder at which the groups are mounted.
  private let root: String

  package init(membership: String, root: String) {
    lines = membership.split(separator: "\n").map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }
    self.root = root
  }

  /// The least number of bytes that a group of the process or one above it allows, or `nil` if none bounds them.
  package var memoryLimit: Int? {
    lines.filter { $0.count == 3 }.compactMap { line -> Int? in
      if line[0] == "0", line[1].isEmpty {
        return least(of: ["memory.max", "memory.high"], above: line[2], in: root)
      }
      guard line[1].split(separator: ",").contains("memory") else { return nil }
      return least(of: ["memory.limit_in_bytes"], above: line[2], in: root + "/memory")
    }.min()
  }

  /// Returns the least number in files of some names, in a group's folder and those above it. In a container, the
  /// groups are at the root, but the path may be the host's: folders that do not exist set no limit.
  private func least(of names: [String], above path: Substring, in folder: String) -> Int? {
    var parts = path.split(separator: "/").filter { $0 != ".." }.map(String.init)
    var limits: [Int] = []
    while true {
      for name in names {
        let file = ([folder] + parts + [name]).joined(separator: "/")
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        // Any other text is "max", for no limit. Version 1 has a number beyond any memory instead.
        if let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), limit > 0 { limits.append(limit) }
      }
      if parts.popLast() == nil { return limits.min() }
    }
  }
}
