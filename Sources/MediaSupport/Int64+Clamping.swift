extension Int64 {
  /// Creates the integer nearest to a number: the largest or the smallest for a number beyond them, and 0 for a value
  /// that is not a number.
  package init(clamping value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    self = Int64(exactly: value.rounded(rule)) ?? (value.isNaN ? 0 : value > 0 ? .max : .min)
  }

  /// Returns the sum with another integer: the largest or the smallest where it is beyond them.
  package func adding(clamping other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
