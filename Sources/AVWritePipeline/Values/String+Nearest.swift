extension String {
  /// Returns the word of a list that this one is probably a misspelling of, or nil if none is similar.
  ///
  /// A word is similar if at most a third of its letters differ. In words of five letters or more two letters may
  /// always differ, and in shorter ones one. Letters may be missing, superfluous, wrong, or swapped.
  package func nearest(in words: some Sequence<String>) -> String? {
    let known = words.map { (word: $0, distance: distance(to: $0)) }
    guard let best = known.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= (count < 5 ? 1 : max(2, count / 3)) ? best.word : nil
  }

  /// Returns "; did you mean WORD?", or nothing.
  package func doubt(among words: some Sequence<String>) -> String {
    nearest(in: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns the number of letters that have to change (Damerau's and Levenshtein's, with neighbours exchanged once).
  private func distance(to other: String) -> Int {
    let (left, right) = (Array(lowercased()), Array(other.lowercased()))
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var line = [row + 1]
      for (column, another) in right.enumerated() {
        var least = Swift.min(last[column + 1] + 1, line[column] + 1, last[column] + (letter == another ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == another {
          least = Swift.min(least, before[column - 1] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[right.count]
  }
}
