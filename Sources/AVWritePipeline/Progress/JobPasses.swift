/// The passes of a job, and the work of each in comparison to the others: a pure value.
struct JobPasses: Sendable, Hashable {
  /// The cost of each pass, in any unit.
  private let costs: [Double]
  /// A Boolean value that says whether the costs foretell the duration of later passes.
  private let areKnown: Bool

  /// - Parameters:
  ///   - costs: the cost of each pass, in any unit.
  ///   - areKnown: true if the first passes' time foretells that of later ones.
  init(costs: [Double], areKnown: Bool) {
    self.costs = costs
    self.areKnown = areKnown
  }

  var count: Int { costs.count }

  /// Returns the share of the job that is done, from 0 to 1.
  ///
  /// - Parameters:
  ///   - fraction: the share of the pass that is done.
  ///   - pass: the number of the pass, from 0.
  func fraction(_ fraction: Double, of pass: Int) -> Double {
    (costs[..<pass].reduce(0, +) + fraction * costs[pass]) / costs.reduce(0, +)
  }

  /// Returns the seconds to the end of the job.
  ///
  /// - Parameters:
  ///   - left: the seconds to the end of the pass.
  ///   - whole: the seconds of the whole pass.
  ///   - pass: the number of the pass, from 0.
  /// - Returns: Nil where the cost of the later passes is not known.
  func secondsLeft(_ left: Double, ofWhole whole: Double, in pass: Int) -> Double? {
    let later = costs[(pass + 1)...].reduce(0, +)
    guard later > 0 else { return left }
    return areKnown ? left + whole * later / costs[pass] : nil
  }
}
