/// The state of a track with several passes over its source, as its client sees it (WI-72 to WI-79): a pure value.
///
/// ```
/// open(1) ─ end ─► analysing(1) ─ begin ─► open(2) ─ … ─ end ─► analysing(n) ─ begin(nil) ─► over
/// ```
package struct PassCycle<Description: AnyObject> {
  private enum Phase {
    /// Samples are appended for a pass.
    case open(Description)
    /// The pass is over. The needs of the next one are not known yet.
    case analysing(Description)
    /// There is no further pass.
    case over
  }

  private var phase: Phase

  /// - Parameter first: the description of the first pass.
  package init(_ first: Description) { phase = .open(first) }

  /// The description of the current pass, or of the one that is being analysed; `nil` if there is no further one.
  package var current: Description? {
    switch phase {
    case .open(let pass), .analysing(let pass): pass
    case .over: nil
    }
  }

  /// A Boolean value that says whether a pass is over and the next one is not known yet.
  package var isAnalysing: Bool { if case .analysing = phase { true } else { false } }

  /// Ends a pass for the client.
  ///
  /// - Parameter description: the pass to end; `nil` for whichever is open.
  /// - Returns: Whether it was open. It is then analysed.
  package mutating func end(_ description: Description? = nil) -> Bool {
    guard case .open(let pass) = phase, description == nil || description === pass else { return false }
    phase = .analysing(pass)
    return true
  }

  /// Notes that a pass was analysed.
  ///
  /// - Parameter next: the description of the next pass; `nil` if there is none.
  package mutating func begin(_ next: Description?) { phase = next.map { .open($0) } ?? .over }
}
