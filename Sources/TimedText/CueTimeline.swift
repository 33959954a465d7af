/// A converter of texts that may overlap in time into stretches that do not overlap. A stretch has all texts that are
/// shown during it.
package struct CueTimeline<Time: Comparable & Sendable>: Sendable {
  /// A stretch of time. Its text is empty if nothing is shown.
  package struct Stretch: Sendable {
    package var start: Time
    package var end: Time
    package var text: StyledText

    package init(start: Time, end: Time, text: StyledText) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  private var shown: [Stretch] = []
  private var position: Time?

  /// The largest number of texts shown at once. One more text removes the one that was added first.
  private static var mostShown: Int { 64 }

  /// - Parameter start: the start of a pause before the first text; `nil` if there is no pause.
  package init(from start: Time? = nil) { position = start }

  /// Adds a text. Texts have to be added in the order of their starts. A text that starts earlier is moved to the end
  /// of the stretches returned so far.
  ///
  /// - Returns: the stretches that end before the text starts.
  package mutating func add(_ text: StyledText, from start: Time, to end: Time) -> [Stretch] {
    let start = max(start, position ?? start)
    guard start < end else { return [] }
    let stretches = advance(to: start)
    if shown.count == Self.mostShown { shown.removeFirst() }
    shown.append(Stretch(start: start, end: end, text: text))
    return stretches
  }

  /// - Returns: the stretches up to the end of the last text.
  package mutating func finish() -> [Stretch] { shown.map(\.end).max().map { advance(to: $0) } ?? [] }

  private mutating func advance(to limit: Time) -> [Stretch] {
    var stretches: [Stretch] = []
    while let start = position, start < limit {
      let end = min(limit, shown.map(\.end).min() ?? limit)
      var text = StyledText()
      for cue in shown { text.appendLines(of: cue.text) }
      if start < end { stretches.append(Stretch(start: start, end: end, text: text)) }
      position = end
      shown.removeAll { $0.end <= end }
    }
    position = limit
    return stretches
  }
}
