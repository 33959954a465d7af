/// The passes of a job, and how much work each is beside the others: a pure value.
struct JobPasses: Sendable, Hashable {
  /// What each costs, in any unit.
  private let costs: [Double]
  /// Whether the costs tell how long a later pass takes.
  private let areKnown: Bool

  /// - Parameters:
  ///   - costs: what each pass costs, in any unit.
  ///   - areKnown: whether the first passes' time foretells the later ones'.
  init(costs: [Double], areKnown: Bool) {
    self.costs = costs
    self.areKnown = areKnown
  }

  var count: Int { costs.count }

  /// How much of the job is done.
  ///
  /// - Parameters:
  ///   - fraction: of the pass.
  ///   - pass: from 0.
  func fraction(_ fraction: Double, of pass: Int) -> Double {
    (costs[..<pass].reduce(0, +) + fraction * costs[pass]) / costs.reduce(0, +)
  }

  /// How long the job goes on.
  ///
  /// - Parameters:
  ///   - left: seconds to the end of the pass.
  ///   - whole: seconds of the whole pass.
  ///   - pass: from 0.
  /// - Returns: nil where nobody knows what the later passes cost.
  func secondsLeft(_ left: Double, ofWhole whole: Double, in pass: Int) -> Double? {
    let later = costs[(pass + 1)...].reduce(0, +)
    guard later > 0 else { return left }
    return areKnown ? left + whole * later / costs[pass] : nil
  }
}
