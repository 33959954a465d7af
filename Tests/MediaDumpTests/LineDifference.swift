/// How one text becomes another, line by line.
struct LineDifference {
  /// Unchanged lines shown around a change.
  private static let context = 3

  private enum Line {
    case same(String)
    case removed(String)
    case added(String)

    var isChange: Bool { if case .same = self { false } else { true } }

    var text: String {
      switch self {
      case .same(let line): " " + line
      case .removed(let line): "-" + line
      case .added(let line): "+" + line
      }
    }
  }

  private let lines: [Line]

  init(from old: String, to new: String) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var (removals, insertions) = (Set<Int>(), Set<Int>())
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    var merged: [Line] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if removals.contains(left) {
        merged.append(.removed(before[left]))
        left += 1
      } else if insertions.contains(right) {
        merged.append(.added(after[right]))
        right += 1
      } else {
        merged.append(.same(before[left]))
        left += 1
        right += 1
      }
    }
    lines = merged
  }

  /// The changes with the lines around them: `-` is the old text and `+` the new.
  var unified: String {
    var shown = Set<Int>()
    for index in lines.indices where lines[index].isChange {
      shown.formUnion(max(0, index - Self.context)...min(lines.count - 1, index + Self.context))
    }
    var result = "--- golden\n+++ text\n"
    var (old, new) = (1, 1)
    for index in lines.indices {
      if shown.contains(index) {
        if !shown.contains(index - 1) { result += "@@ -\(old) +\(new) @@\n" }
        result += lines[index].text + "\n"
      }
      if case .added = lines[index] {} else { old += 1 }
      if case .removed = lines[index] {} else { new += 1 }
    }
    return result
  }
}
