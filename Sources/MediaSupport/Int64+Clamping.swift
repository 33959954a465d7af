extension Int64 {
  /// The whole number that is nearest to another number: the largest or the smallest for one that is beyond them, and 0 for
  /// what is no number.
  package init(clamping value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    self = Int64(exactly: value.rounded(rule)) ?? (value.isNaN ? 0 : value > 0 ? .max : .min)
  }
}
