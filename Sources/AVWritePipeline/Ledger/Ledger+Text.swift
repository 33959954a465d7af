extension Ledger {
  /// A line for each fact of the source that is not as it was.
  package var changes: [String] {
    converted.map { "converted: " + $0.text } + withoutDetails(dropped).map { "dropped: " + $0.text }
  }

  /// A line for each change, and for each fact that only the other file has.
  var lines: [String] { changes + withoutDetails(added).map { "added: " + $0.text } }

  /// Returns the entries without the details of tracks and attached files that have an entry themselves.
  private func withoutDetails(_ entries: [Entry]) -> [Entry] {
    let names = Set(entries.map(\.fact))
    return entries.filter { entry in
      let parts = entry.fact.split(separator: ".", maxSplits: 2)
      guard parts.count == 3, ["track", "attachment"].contains(parts[0]) else { return true }
      return !names.contains("\(parts[0]).\(parts[1])")
    }
  }

  /// The number of facts that were kept, converted, dropped and added.
  package var summary: String {
    let counts = [("kept", kept), ("converted", converted), ("dropped", dropped), ("added", added)]
    return counts.map { "\($1.count) \($0)" }.joined(separator: ", ")
  }
}

extension Ledger.Entry {
  /// The entry as text for people: `track.1.video.size: 1920x1080 -> 1280x720 (--max-size)`.
  var text: String {
    let values = [from, to].compactMap { $0.map { $0.shortened.printable } }.joined(separator: " -> ")
    return fact.printable + (values.isEmpty ? "" : ": " + values) + (reason.map { " (\($0.printable))" } ?? "")
  }
}

extension String {
  /// The beginning of a long text.
  fileprivate var shortened: String {
    let limit = 80
    return count > limit ? prefix(limit) + "..." : self
  }
}
