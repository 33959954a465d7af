extension Int64 {
  /// Creates the integer nearest to a number: the largest or the smallest for a number beyond them, and 0 for a value
  /// that is not a number.
  package init(clamping value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    self = Int64(exactly: value.rounded(rule)) ?? (value.isNaN ? 0 : value > 0 ? .max : .min)
  }
}
